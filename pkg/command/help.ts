/** What `--help` says. */
export const HELP = `Usage: npx calling-widget-sdk COMMAND [options]

  settings get|create|update|delete
                 reads and writes the calling settings of an app
  symbolicate    names the functions in a stack of the widget's wasm

  npx calling-widget-sdk COMMAND --help     more of a command, with examples
  npx calling-widget-sdk --version          the version of the package`;

/** What `symbolicate --help` says. */
export const SYMBOLICATE_HELP = `Usage: npx calling-widget-sdk symbolicate [TEXT]

Replaces the numbers of functions in a text, such as wasm-function[12], by
their names. The text is a stack from a browser's console, or the detail of
the diagnostic RECOVERED. Without TEXT it reads standard input.

Install the version of the package that the page had. A detail names its
build, and one of another build is refused.

Example
  npx calling-widget-sdk symbolicate "unreachable wasm-function[12] build:1a2b3c4d"`;

/** What `settings --help` says. */
export const SETTINGS_HELP = `Usage: npx calling-widget-sdk settings get|create|update|delete [options]

  get       prints the app's settings
  create    registers them; --name and --url are needed
  update    changes the given settings only
  delete    removes them

The service
  --base-url URL    its address; or the variable CALLING_BASE_URL
  --app-id N        the app; or the variable CALLING_APP_ID
  --key-stdin       reads the developer key from standard input
                    instead of the variable CALLING_DEVELOPER_KEY; an access
                    token of the app in CALLING_ACCESS_TOKEN replaces the key
  --timeout-ms N    how long one attempt may take; 60000 by default

There is no option for the key itself: other users of the machine see the
arguments in the list of processes, and the shell keeps them in its history.

The settings
  --name TEXT                            the app's name, as users see it
  --url URL                              its address; https, on loopback also http
  --width PX, --height PX                the frame's size
  --is-ready true|false                  whether it is in production
  --supports-custom-objects true|false   calls from custom objects
  --supports-inbound-calling true|false  incoming calls
  --uses-calling-window true|false       calls run in the separate window
  --uses-remote true|false               a frame in the navigation bar
  --file FILE                            reads them from a file of JSON;
                                         the options above override it

Output
  --json    prints JSON; errors too, on standard error

Exit codes
  0  done
  1  the service refused it, or its answer cannot be read
  2  the command line or a setting has a fault; nothing was sent
  3  no answer came

Examples
  In a POSIX shell, with the local emulator:
    export CALLING_BASE_URL=http://localhost:8140 CALLING_APP_ID=123
    export CALLING_DEVELOPER_KEY=emulator-developer-key-123
    npx calling-widget-sdk settings create --name Phone --url https://phone.example/ --is-ready false
    npx calling-widget-sdk settings get --json

  In PowerShell:
    $env:CALLING_BASE_URL = "http://localhost:8140"
    Get-Content key.txt | npx calling-widget-sdk settings get --app-id 123 --key-stdin

  From test to production:
    npx calling-widget-sdk settings update --is-ready true

  From a file such as {"name":"Phone","url":"https://phone.example/"}:
    npx calling-widget-sdk settings create --file settings.json`;
