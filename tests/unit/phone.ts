// A calling app without test code: it takes a number, and hangs up.
import { app } from "../support/app.ts";

app();
