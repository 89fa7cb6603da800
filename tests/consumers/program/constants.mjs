import { Constants } from "calling-widget-sdk";

console.log(Constants);
