import { mountCallWindow } from "./call-window";
import { mountRecordPage } from "./record-page";

if (new URLSearchParams(location.search).get("view") === "window") mountCallWindow();
else void mountRecordPage();
