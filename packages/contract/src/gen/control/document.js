// Generated from spec/ by `npm run generate`. Do not edit.
export const document = {
 "openapi": "3.1.0",
 "info": {
  "title": "Cay control API",
  "version": "0.1.0",
  "description": "Manages sandboxes. Every response is JSON, except the text of GET /health; every error is `{code, message}`.",
  "license": {
   "name": "Apache 2.0",
   "identifier": "Apache-2.0"
  }
 },
 "servers": [
  {
   "url": "/"
  }
 ],
 "security": [
  {
   "ApiKey": []
  },
  {
   "UserToken": []
  },
  {
   "UserToken": [],
   "TeamId": []
  }
 ],
 "tags": [
  {
   "name": "Sandboxes",
   "description": "Create, list, reach and end sandboxes, and set how long they live and whom they may reach."
  },
  {
   "name": "Snapshots",
   "description": "Pause, resume and fork sandboxes, and keep them as snapshots from which others start."
  },
  {
   "name": "Templates",
   "description": "What sandboxes start from: templates, their builds, tags and files."
  },
  {
   "name": "Volumes",
   "description": "Directories that outlive sandboxes and are shared between them."
  },
  {
   "name": "Secrets",
   "description": "Values that egress fills into requests of sandboxes, which never see them."
  },
  {
   "name": "Observability",
   "description": "Logs and metrics of sandboxes, metrics of the team, and the audit log."
  },
  {
   "name": "Webhooks",
   "description": "URLs of the team that lifecycle events of its sandboxes are sent to."
  },
  {
   "name": "Teams and keys",
   "description": "The team of a key, and its API keys."
  },
  {
   "name": "Dashboard",
   "description": "What the open dashboard of the hosted product asks beside the rest, with `/dashboard-api` as its base URL."
  },
  {
   "name": "Administration",
   "description": "What whoever runs the installation does: teams, their limits and keys, and nodes. Takes the admin token."
  },
  {
   "name": "Service",
   "description": "What takes no credential: health, this document, and the keys that prove identity tokens."
  }
 ],
 "paths": {
  "/health": {
   "get": {
    "operationId": "getHealth",
    "tags": [
     "Service"
    ],
    "summary": "Returns 200 while this service takes requests",
    "security": [],
    "responses": {
     "200": {
      "description": "It takes requests",
      "content": {
       "text/plain": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "503": {
      "description": "It is stopping",
      "content": {
       "text/plain": {
        "schema": {
         "type": "string"
        }
       }
      }
     }
    }
   }
  },
  "/openapi.json": {
   "get": {
    "operationId": "getOpenApi",
    "tags": [
     "Service"
    ],
    "summary": "Returns this description as JSON",
    "security": [],
    "responses": {
     "200": {
      "description": "An OpenAPI document",
      "content": {
       "application/json": {
        "schema": {
         "type": "object"
        }
       }
      }
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     }
    }
   }
  },
  "/docs": {
   "get": {
    "operationId": "getDocs",
    "tags": [
     "Service"
    ],
    "summary": "Returns this description as a page",
    "security": [],
    "responses": {
     "200": {
      "description": "A page with a form for each call and without external resources",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     }
    }
   }
  },
  "/auth/sign-in": {
   "get": {
    "operationId": "getSignIn",
    "tags": [
     "Service"
    ],
    "summary": "Returns how users sign in",
    "security": [],
    "responses": {
     "200": {
      "description": "The identity provider",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SignIn"
        }
       }
      }
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/auth/token": {
   "post": {
    "operationId": "exchangeToken",
    "tags": [
     "Service"
    ],
    "summary": "Exchanges a code or a refresh token of the identity provider for a token",
    "description": "For pages that signed a user in by an authorization code with PKCE, and whose requests the provider may not take. The token is checked here first, so it opens something.",
    "security": [],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "grantType": "authorization_code",
        "code": "SplxlOBeZQQYbYS6WxSbIA",
        "codeVerifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "redirectURI": "https://cay.example.com/",
        "nonce": "n-0S6_WzA2Mj"
       },
       "schema": {
        "$ref": "#/components/schemas/TokenRequest"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The token",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/UserToken"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/auth/caller": {
   "get": {
    "operationId": "getCaller",
    "tags": [
     "Teams and keys"
    ],
    "summary": "Returns who sends the request, and what they may do",
    "description": "Open to every key and every user, whatever the scope or the role.",
    "responses": {
     "200": {
      "description": "The key or the user",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Caller"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/docs/api/cli": {
   "get": {
    "operationId": "startCliLogin",
    "tags": [
     "Service"
    ],
    "summary": "Begins or ends the sign-in of a command line",
    "description": "The official command line opens it in a browser, with the port at which it waits. A program that does not take pages gets the steps of a sign-in by device code as text.",
    "security": [],
    "parameters": [
     {
      "name": "next",
      "in": "query",
      "description": "`http://localhost:PORT`",
      "schema": {
       "type": "string",
       "maxLength": 256
      }
     },
     {
      "name": "cliVersion",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 256
      }
     },
     {
      "name": "state",
      "in": "query",
      "description": "The outcome",
      "schema": {
       "type": "string",
       "enum": [
        "success",
        "error"
       ]
      }
     },
     {
      "name": "email",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 1024
      }
     },
     {
      "name": "error",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 1024
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The outcome or the steps",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "302": {
      "description": "The page of the identity provider"
     },
     "400": {
      "description": "`next` is missing, or is not on the machine of the user",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "404": {
      "description": "The identity provider has no sign-in by device code",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "429": {
      "description": "Too many requests from this address",
      "headers": {
       "Retry-After": {
        "description": "Seconds",
        "schema": {
         "type": "integer"
        }
       }
      },
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "503": {
      "description": "The identity provider does not respond",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     }
    }
   }
  },
  "/docs/api/cli/callback": {
   "get": {
    "operationId": "finishCliLogin",
    "tags": [
     "Service"
    ],
    "summary": "Leads from the identity provider back to the command line",
    "description": "It is the redirect URI of the client at the provider.",
    "security": [],
    "parameters": [
     {
      "name": "state",
      "in": "query",
      "required": true,
      "schema": {
       "type": "string",
       "maxLength": 4096
      }
     },
     {
      "name": "code",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 4096
      }
     },
     {
      "name": "error",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 1024
      }
     },
     {
      "name": "error_description",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 1024
      }
     }
    ],
    "responses": {
     "302": {
      "description": "The port of the command line"
     },
     "400": {
      "description": "The sign-in was not begun in this browser, or took too long",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "404": {
      "description": "This installation has no sign-in",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "429": {
      "description": "Too many requests from this address",
      "headers": {
       "Retry-After": {
        "description": "Seconds",
        "schema": {
         "type": "integer"
        }
       }
      },
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "503": {
      "description": "The identity provider does not respond",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     }
    }
   }
  },
  "/docs/api/cli/device": {
   "get": {
    "operationId": "waitForCliLogin",
    "tags": [
     "Service"
    ],
    "summary": "Waits until a device code is confirmed",
    "security": [],
    "parameters": [
     {
      "name": "wait",
      "in": "query",
      "required": true,
      "schema": {
       "type": "string",
       "maxLength": 4096
      }
     }
    ],
    "responses": {
     "302": {
      "description": "The port of the command line, or this page again"
     },
     "400": {
      "description": "The sign-in was not begun here, or took too long",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "404": {
      "description": "This installation has no sign-in",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "429": {
      "description": "Too many requests from this address",
      "headers": {
       "Retry-After": {
        "description": "Seconds",
        "schema": {
         "type": "integer"
        }
       }
      },
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "503": {
      "description": "The identity provider does not respond",
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     }
    }
   }
  },
  "/sandboxes": {
   "get": {
    "operationId": "listSandboxesV1",
    "tags": [
     "Sandboxes"
    ],
    "deprecated": true,
    "summary": "Lists the team's running sandboxes, newest first",
    "description": "Returns all at once; GET /v2/sandboxes returns pages.",
    "parameters": [
     {
      "name": "metadata",
      "in": "query",
      "description": "As in GET /v2/sandboxes.",
      "schema": {
       "type": "string"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "All of them",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ListedSandbox"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createSandbox",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Creates a sandbox from a template",
    "description": "The timeout is 15 seconds by default; the daemon requires a token only with `secure`.",
    "parameters": [
     {
      "$ref": "#/components/parameters/idempotencyKey"
     },
     {
      "$ref": "#/components/parameters/prefer"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "templateID": "base",
        "timeout": 300,
        "secure": true,
        "metadata": {
         "purpose": "first steps"
        }
       },
       "schema": {
        "$ref": "#/components/schemas/NewSandbox"
       }
      }
     }
    },
    "responses": {
     "201": {
      "$ref": "#/components/responses/Sandbox"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "422": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/v2/sandboxes": {
   "post": {
    "operationId": "createSandboxV2",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Creates a sandbox from a template, always secured",
    "description": "Like POST /sandboxes, but always secured and with a timeout of 300 seconds by default.",
    "parameters": [
     {
      "$ref": "#/components/parameters/idempotencyKey"
     },
     {
      "$ref": "#/components/parameters/prefer"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "templateID": "base",
        "timeout": 300,
        "autoPause": true,
        "metadata": {
         "purpose": "first steps"
        },
        "network": {
         "allowOut": [
          "api.example.com"
         ],
         "denyOut": [
          "0.0.0.0/0"
         ]
        }
       },
       "schema": {
        "$ref": "#/components/schemas/NewSandboxV2"
       }
      }
     }
    },
    "responses": {
     "201": {
      "$ref": "#/components/responses/Sandbox"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "422": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "listSandboxes",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Lists the team's sandboxes in pages, with filters",
    "parameters": [
     {
      "name": "metadata",
      "in": "query",
      "description": "Pairs `key=value` joined by `&`, all of which must match; each key and value is URL-encoded, once or, as official clients do, twice.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "state",
      "in": "query",
      "style": "form",
      "explode": false,
      "description": "States to list; both by default.",
      "schema": {
       "type": "array",
       "items": {
        "$ref": "#/components/schemas/SandboxState"
       }
      }
     },
     {
      "name": "template",
      "in": "query",
      "description": "The name, without a tag, or the id of the template they were created from.",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     },
     {
      "name": "startedAfter",
      "in": "query",
      "description": "Only sandboxes that started at this time or later, to the millisecond.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "order",
      "in": "query",
      "description": "By start time. A nextToken is valid for one order.",
      "schema": {
       "type": "string",
       "enum": [
        "asc",
        "desc"
       ],
       "default": "desc"
      }
     },
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more",
        "schema": {
         "type": "string"
        }
       },
       "X-Total-Running": {
        "description": "Running sandboxes that match, over all pages",
        "schema": {
         "type": "integer",
         "format": "int32"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ListedSandbox"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "get": {
    "operationId": "getSandbox",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Returns one sandbox",
    "responses": {
     "200": {
      "description": "The sandbox",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SandboxDetail"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "killSandbox",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Kills a sandbox",
    "responses": {
     "204": {
      "description": "The sandbox has ended and is removed"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/timeout": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "setSandboxTimeout",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Sets the timeout, counted from now",
    "description": "May shorten the remaining time; 0 expires the sandbox at once. Without a body nothing changes.",
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "example": {
        "timeout": 600
       },
       "schema": {
        "type": "object",
        "required": [
         "timeout"
        ],
        "properties": {
         "timeout": {
          "$ref": "#/components/schemas/Seconds"
         }
        }
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "Set"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/network": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "put": {
    "operationId": "setSandboxNetwork",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Replaces the egress policy; closeExisting also closes connections that the new one does not allow",
    "description": "Omitted fields are cleared. The policy applies to new connections at once; open ones go on.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "allowOut": [
         "api.example.com"
        ],
        "denyOut": [
         "0.0.0.0/0"
        ]
       },
       "schema": {
        "$ref": "#/components/schemas/SandboxNetworkUpdateConfig"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "Set"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/refreshes": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "refreshSandbox",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Extends the timeout to at least this many seconds from now",
    "description": "Never shortens the remaining time. A duration below 15 seconds, or none, is 15 seconds.",
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "example": {
        "duration": 600
       },
       "schema": {
        "type": "object",
        "properties": {
         "duration": {
          "type": "integer",
          "minimum": 0,
          "maximum": 3600
         }
        }
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "Extended, or long enough already"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/connect": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "connectSandbox",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Returns what a client needs to connect to a sandbox; resumes a paused one",
    "description": "The timeout only extends the remaining time.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "timeout": 300
       },
       "schema": {
        "$ref": "#/components/schemas/ConnectSandbox"
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Sandbox"
     },
     "201": {
      "$ref": "#/components/responses/Sandbox"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/v2/sandboxes/{sandboxID}/connect": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "connectSandboxV2",
    "tags": [
     "Sandboxes"
    ],
    "summary": "Returns what a client needs to connect to a sandbox, with a timeout of 300 seconds by default",
    "description": "Like v1, with an optional body and a timeout of 300 seconds by default.",
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "example": {
        "timeout": 300
       },
       "schema": {
        "$ref": "#/components/schemas/ConnectSandboxV2"
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Sandbox"
     },
     "201": {
      "$ref": "#/components/responses/Sandbox"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/pause": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "pauseSandbox",
    "tags": [
     "Snapshots"
    ],
    "summary": "Captures a running sandbox and stops it",
    "description": "Responds when the snapshot is on disk; lists show the sandbox as paused from the start. With `memory` false only its files are kept: a resume boots it, and traffic does not resume it.",
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "example": {
        "memory": true
       },
       "schema": {
        "type": "object",
        "properties": {
         "memory": {
          "type": "boolean",
          "default": true
         }
        }
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "Paused"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     },
     "507": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/resume": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "resumeSandbox",
    "tags": [
     "Snapshots"
    ],
    "deprecated": true,
    "summary": "Resumes a paused sandbox; for old clients",
    "description": "Like connect, but a running sandbox is a conflict. Its onTimeout stays as it was created.",
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "example": {
        "timeout": 300
       },
       "schema": {
        "$ref": "#/components/schemas/ResumedSandbox"
       }
      }
     }
    },
    "responses": {
     "201": {
      "$ref": "#/components/responses/Sandbox"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/fork": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "forkSandbox",
    "tags": [
     "Snapshots"
    ],
    "summary": "Creates copies of a running sandbox with its memory",
    "description": "The sandbox keeps its id, its end and its processes. Each copy has an id and tokens of its own, and succeeds or fails on its own; another status than 201 means that no copy was created.",
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "example": {
        "count": 2,
        "timeout": 300
       },
       "schema": {
        "type": "object",
        "properties": {
         "timeout": {
          "type": "integer",
          "format": "int32",
          "minimum": 0,
          "default": 15,
          "description": "Timeout of each copy in seconds"
         },
         "count": {
          "type": "integer",
          "format": "int32",
          "minimum": 1,
          "maximum": 100,
          "default": 1
         }
        }
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "One entry for each requested copy",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/SandboxForkResult"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     },
     "507": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/snapshots": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "post": {
    "operationId": "createSnapshot",
    "tags": [
     "Snapshots"
    ],
    "summary": "Creates a template from a running sandbox with its memory",
    "description": "The sandbox goes on; the snapshot outlives it. If a snapshot of the team has the name already, its template gets one more build, from which sandboxes are created from now on.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "prepared:v1"
       },
       "schema": {
        "type": "object",
        "properties": {
         "name": {
          "type": "string",
          "minLength": 1,
          "description": "`[namespace/]alias[:tag]`; the namespace is the slug of the team"
         }
        }
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The snapshot",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SnapshotInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     },
     "507": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/snapshots": {
   "get": {
    "operationId": "listSnapshots",
    "tags": [
     "Snapshots"
    ],
    "summary": "Lists the team's snapshots, newest template first",
    "description": "One item for each template, with the tag that was assigned last.",
    "parameters": [
     {
      "name": "sandboxID",
      "in": "query",
      "description": "Only snapshots of this sandbox",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     },
     {
      "name": "name",
      "in": "query",
      "description": "An alias or a template's id; with a tag only snapshots of that tag.",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     },
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/SnapshotInfo"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/v3/templates": {
   "post": {
    "operationId": "requestBuild",
    "tags": [
     "Templates"
    ],
    "summary": "Requests a build of a template, and creates the template if there is none of the name",
    "description": "Nothing is built before the build is started. Tags are assigned at once and count when the build is ready.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "data-tools:v1",
        "cpuCount": 2,
        "memoryMB": 1024
       },
       "schema": {
        "$ref": "#/components/schemas/NewBuild"
       }
      }
     }
    },
    "responses": {
     "202": {
      "description": "The build waits to be started",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RequestedBuild"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/v2/templates/{templateID}/builds/{buildID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    },
    {
     "name": "buildID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "post": {
    "operationId": "startBuild",
    "tags": [
     "Templates"
    ],
    "summary": "Starts a requested build with its steps; startAfterRestore, an extension of Cay, starts its start command in each sandbox",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "fromImage": "python:3.12-slim",
        "steps": [
         {
          "type": "RUN",
          "args": [
           "pip install pandas",
           "root"
          ]
         }
        ]
       },
       "schema": {
        "$ref": "#/components/schemas/BuildOrder"
       }
      }
     }
    },
    "responses": {
     "202": {
      "description": "The build is running"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates/{templateID}/files/{hash}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    },
    {
     "name": "hash",
     "in": "path",
     "required": true,
     "description": "SHA-256 of the files as the client computes it",
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getUploadLink",
    "tags": [
     "Templates"
    ],
    "summary": "Returns an upload link for the files of a COPY step, and whether they are there already",
    "responses": {
     "201": {
      "description": "A link that is valid for half an hour",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/UploadLink"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates/{templateID}/builds/{buildID}/status": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    },
    {
     "name": "buildID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getBuildStatus",
    "tags": [
     "Templates"
    ],
    "summary": "Returns the status of a build, and its log from an offset on",
    "parameters": [
     {
      "name": "logsOffset",
      "in": "query",
      "description": "Index of the first log entry, counted among those of this level or above",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 0,
       "default": 0
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 0,
       "maximum": 100,
       "default": 100
      }
     },
     {
      "name": "level",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/LogLevel"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The build",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TemplateBuildInfo"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates/{templateID}/builds/{buildID}/logs": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    },
    {
     "name": "buildID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getBuildLogs",
    "tags": [
     "Templates"
    ],
    "summary": "Returns the log of a build in pages",
    "parameters": [
     {
      "name": "pageCursor",
      "in": "query",
      "description": "The nextCursor of the previous page",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     },
     {
      "name": "cursor",
      "in": "query",
      "description": "Start of the first page, in milliseconds since 1970",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 0,
       "maximum": 100,
       "default": 100
      }
     },
     {
      "name": "direction",
      "in": "query",
      "schema": {
       "type": "string",
       "enum": [
        "forward",
        "backward"
       ],
       "default": "forward"
      }
     },
     {
      "name": "level",
      "in": "query",
      "schema": {
       "$ref": "#/components/schemas/LogLevel"
      }
     },
     {
      "name": "source",
      "in": "query",
      "schema": {
       "type": "string",
       "enum": [
        "temporary",
        "persistent"
       ]
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TemplateBuildLogsResponse"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates/aliases/{alias}": {
   "parameters": [
    {
     "name": "alias",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getTemplateByAlias",
    "tags": [
     "Templates"
    ],
    "summary": "Returns the template of an alias, if there is one",
    "responses": {
     "200": {
      "description": "The template of your team",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TemplateAlias"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates": {
   "get": {
    "operationId": "listTemplatesV1",
    "tags": [
     "Templates"
    ],
    "summary": "Lists the team's templates, oldest first",
    "parameters": [
     {
      "name": "teamID",
      "in": "query",
      "schema": {
       "type": "string"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "All of them",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Template"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/v2/templates": {
   "get": {
    "operationId": "listTemplates",
    "tags": [
     "Templates"
    ],
    "summary": "Lists the team's templates, newest first",
    "parameters": [
     {
      "name": "teamID",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Template"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/v2/templates/{templateID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    }
   ],
   "patch": {
    "operationId": "updateTemplate",
    "tags": [
     "Templates"
    ],
    "summary": "Makes a template public or private",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "public": true
       },
       "schema": {
        "$ref": "#/components/schemas/TemplateUpdate"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Done",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "names"
         ],
         "properties": {
          "names": {
           "type": "array",
           "items": {
            "type": "string"
           }
          }
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates/tags": {
   "post": {
    "operationId": "assignTags",
    "tags": [
     "Templates"
    ],
    "summary": "Assigns tags to a build",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "target": "data-tools:v1",
        "tags": [
         "stable"
        ]
       },
       "schema": {
        "type": "object",
        "required": [
         "target",
         "tags"
        ],
        "properties": {
         "target": {
          "type": "string"
         },
         "tags": {
          "type": "array",
          "items": {
           "type": "string"
          }
         }
        }
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "Assigned",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "tags",
          "buildID"
         ],
         "properties": {
          "tags": {
           "type": "array",
           "items": {
            "type": "string"
           }
          },
          "buildID": {
           "type": "string"
          }
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "removeTags",
    "tags": [
     "Templates"
    ],
    "summary": "Removes tags from a template",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "data-tools",
        "tags": [
         "stable"
        ]
       },
       "schema": {
        "type": "object",
        "required": [
         "name",
         "tags"
        ],
        "properties": {
         "name": {
          "type": "string"
         },
         "tags": {
          "type": "array",
          "items": {
           "type": "string"
          }
         }
        }
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "The tags are removed"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates/{templateID}/tags": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    }
   ],
   "get": {
    "operationId": "listTags",
    "tags": [
     "Templates"
    ],
    "summary": "Lists the tags of a template by name, each with its build",
    "responses": {
     "200": {
      "description": "All of them",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/TemplateTag"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/templates/{templateID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    }
   ],
   "get": {
    "operationId": "getTemplate",
    "tags": [
     "Templates"
    ],
    "summary": "Returns a template with its builds, newest first",
    "parameters": [
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The template, with one page of its builds",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more builds",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TemplateWithBuilds"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "patch": {
    "operationId": "updateTemplateV1",
    "tags": [
     "Templates"
    ],
    "deprecated": true,
    "summary": "Makes a template public or private; for old clients",
    "description": "Like PATCH /v2/templates/{templateID}, without a response body.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "public": true
       },
       "schema": {
        "$ref": "#/components/schemas/TemplateUpdate"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Done",
      "content": {
       "application/json": {
        "schema": {
         "type": "null"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteTemplate",
    "tags": [
     "Templates"
    ],
    "summary": "Deletes a template or snapshot with all its builds",
    "description": "Refused while a sandbox of it exists, running or paused.",
    "responses": {
     "204": {
      "description": "Deleted"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/.well-known/jwks.json": {
   "get": {
    "operationId": "getJwks",
    "tags": [
     "Service"
    ],
    "summary": "Returns the keys that verify identity tokens",
    "security": [],
    "responses": {
     "200": {
      "description": "A JSON Web Key Set",
      "content": {
       "application/json": {
        "schema": {
         "type": "object"
        }
       }
      }
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     }
    }
   }
  },
  "/secrets": {
   "get": {
    "operationId": "listSecrets",
    "tags": [
     "Secrets"
    ],
    "summary": "Lists the team's secrets without their values, newest first",
    "description": "No response ever contains a value.",
    "parameters": [
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Secret"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createSecret",
    "tags": [
     "Secrets"
    ],
    "summary": "Stores a value that only header rules can use",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "OPENAI_API_KEY",
        "value": "sk-example"
       },
       "schema": {
        "$ref": "#/components/schemas/NewSecret"
       }
      }
     }
    },
    "responses": {
     "201": {
      "$ref": "#/components/responses/Secret"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/secrets/{secretID}": {
   "parameters": [
    {
     "name": "secretID",
     "in": "path",
     "required": true,
     "description": "The id, or the name.",
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getSecret",
    "tags": [
     "Secrets"
    ],
    "summary": "Returns a secret without its value",
    "responses": {
     "200": {
      "$ref": "#/components/responses/Secret"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "updateSecret",
    "tags": [
     "Secrets"
    ],
    "summary": "Sets the next value of a secret",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "value": "sk-example-2"
       },
       "schema": {
        "$ref": "#/components/schemas/SecretUpdate"
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Secret"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteSecret",
    "tags": [
     "Secrets"
    ],
    "summary": "Deletes a secret",
    "responses": {
     "204": {
      "description": "Deleted; requests that would use it fail from now on"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/volumes": {
   "get": {
    "operationId": "listVolumes",
    "tags": [
     "Volumes"
    ],
    "summary": "Lists the team's volumes in the order of their names",
    "responses": {
     "200": {
      "description": "The volumes",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ListedVolume"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createVolume",
    "tags": [
     "Volumes"
    ],
    "summary": "Creates an empty volume",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "models"
       },
       "schema": {
        "$ref": "#/components/schemas/NewVolume"
       }
      }
     }
    },
    "responses": {
     "201": {
      "$ref": "#/components/responses/Volume"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     },
     "507": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/volumes/{volumeID}": {
   "parameters": [
    {
     "name": "volumeID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getVolume",
    "tags": [
     "Volumes"
    ],
    "summary": "Returns a volume with its usage and a fresh token for its content",
    "responses": {
     "200": {
      "$ref": "#/components/responses/Volume"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteVolume",
    "tags": [
     "Volumes"
    ],
    "summary": "Deletes a volume with its content",
    "parameters": [
     {
      "name": "force",
      "in": "query",
      "description": "Deletes it also while sandboxes have it mounted",
      "schema": {
       "type": "boolean"
      }
     }
    ],
    "responses": {
     "204": {
      "description": "Deleted"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/v2/sandboxes/{sandboxID}/logs": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "get": {
    "operationId": "getSandboxLogsV2",
    "tags": [
     "Observability"
    ],
    "summary": "Returns a page of the sandbox's log, also after its end",
    "parameters": [
     {
      "name": "pageCursor",
      "in": "query",
      "description": "The nextCursor of the previous page. It is valid for one direction.",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     },
     {
      "name": "cursor",
      "in": "query",
      "description": "For the first page, in milliseconds since 1970. Entries from then on if forward, until then if backward.",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 0,
       "maximum": 1000,
       "default": 1000
      }
     },
     {
      "name": "direction",
      "in": "query",
      "description": "By default the direction of the pageCursor, else backward.",
      "schema": {
       "$ref": "#/components/schemas/LogsDirection"
      }
     },
     {
      "name": "level",
      "in": "query",
      "description": "Minimum level.",
      "schema": {
       "$ref": "#/components/schemas/LogLevel"
      }
     },
     {
      "name": "search",
      "in": "query",
      "description": "Case-sensitive substring of the message.",
      "schema": {
       "type": "string",
       "maxLength": 256
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SandboxLogsV2Response"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/logs": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "get": {
    "operationId": "getSandboxLogs",
    "tags": [
     "Observability"
    ],
    "summary": "Returns the sandbox's log from an instant on, oldest first; for old clients",
    "description": "For old clients. Each line is a JSON document of its own.",
    "parameters": [
     {
      "name": "start",
      "in": "query",
      "description": "Milliseconds since 1970; the start of the log by default.",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 0,
       "maximum": 1000,
       "default": 1000
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The lines",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SandboxLogs"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/api-keys": {
   "get": {
    "operationId": "listApiKeys",
    "tags": [
     "Teams and keys"
    ],
    "summary": "Lists the team's API keys in the order of their creation",
    "responses": {
     "200": {
      "description": "All keys, masked",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/TeamAPIKey"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createApiKey",
    "tags": [
     "Teams and keys"
    ],
    "summary": "Creates an API key of the team",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "ci"
       },
       "schema": {
        "$ref": "#/components/schemas/NewTeamAPIKey"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The only response that contains the key",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CreatedTeamAPIKey"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/api-keys/{apiKeyID}": {
   "parameters": [
    {
     "name": "apiKeyID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "patch": {
    "operationId": "renameApiKey",
    "tags": [
     "Teams and keys"
    ],
    "summary": "Renames an API key",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "deployment"
       },
       "schema": {
        "$ref": "#/components/schemas/TeamAPIKeyUpdate"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The updated key",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TeamAPIKey"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteApiKey",
    "tags": [
     "Teams and keys"
    ],
    "summary": "Revokes an API key",
    "responses": {
     "204": {
      "description": "Deleted"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/{sandboxID}/metrics": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "get": {
    "operationId": "getSandboxMetrics",
    "tags": [
     "Observability"
    ],
    "summary": "Returns the sandbox's resource usage over time, also after its end, oldest first",
    "description": "One point every 5 seconds in a range below an hour, and fewer in a longer one.",
    "parameters": [
     {
      "name": "start",
      "in": "query",
      "description": "Unix seconds; the start of the sandbox by default",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     },
     {
      "name": "end",
      "in": "query",
      "description": "Unix seconds; now by default",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The points",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/SandboxMetric"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/sandboxes/metrics": {
   "get": {
    "operationId": "getSandboxesMetrics",
    "tags": [
     "Observability"
    ],
    "summary": "Returns the newest point of each of these running sandboxes",
    "parameters": [
     {
      "name": "sandbox_ids",
      "in": "query",
      "required": true,
      "style": "form",
      "explode": false,
      "schema": {
       "type": "array",
       "maxItems": 100,
       "items": {
        "type": "string"
       }
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The points by sandbox id",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SandboxesWithMetrics"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/teams": {
   "get": {
    "operationId": "listTeams",
    "tags": [
     "Teams and keys"
    ],
    "summary": "Returns the team of the key, or the teams of the user",
    "responses": {
     "200": {
      "description": "The teams",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Team"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/teams/{teamID}/metrics": {
   "parameters": [
    {
     "name": "teamID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getTeamMetrics",
    "tags": [
     "Observability"
    ],
    "summary": "Returns concurrent and started sandboxes of the team over time",
    "description": "One point every 5 seconds in a range below an hour, and fewer in a longer one.",
    "parameters": [
     {
      "name": "start",
      "in": "query",
      "description": "Unix seconds; 7 days before the end by default",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     },
     {
      "name": "end",
      "in": "query",
      "description": "Unix seconds; now by default",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The points, oldest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/TeamMetric"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/teams/{teamID}/metrics/max": {
   "parameters": [
    {
     "name": "teamID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getMaxTeamMetric",
    "tags": [
     "Observability"
    ],
    "summary": "Returns the maximum of one of these in a range",
    "parameters": [
     {
      "name": "start",
      "in": "query",
      "description": "Unix seconds; 7 days before the end by default",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     },
     {
      "name": "end",
      "in": "query",
      "description": "Unix seconds; now by default",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0
      }
     },
     {
      "name": "metric",
      "in": "query",
      "required": true,
      "schema": {
       "type": "string",
       "enum": [
        "concurrent_sandboxes",
        "sandbox_start_rate"
       ]
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The value, 0 if nothing is known",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MaxTeamMetric"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events": {
   "get": {
    "operationId": "listEvents",
    "tags": [
     "Observability"
    ],
    "summary": "Lists the team's audit log, newest first",
    "description": "The kind is the operationId of a call that may change something, `writeVolumeFile`, `makeVolumeDirectory`, `changeVolumeEntry` or `removeVolumeEntry` of the content of a volume, `sandboxPaused`, `sandboxResumed`, `sandboxEnded` with the reason of an end (killed, expired, crashed, out_of_memory, node_gone, node_lost, lost or orphaned), or `networkRefused`, which is listed for one sandbox and only if the query names it.",
    "parameters": [
     {
      "name": "sandboxID",
      "in": "query",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     },
     {
      "name": "kind",
      "in": "query",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Event"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/sandboxes": {
   "get": {
    "operationId": "listSandboxEvents",
    "tags": [
     "Observability"
    ],
    "summary": "Lists lifecycle events of the team's sandboxes",
    "parameters": [
     {
      "$ref": "#/components/parameters/eventOffset"
     },
     {
      "$ref": "#/components/parameters/eventLimit"
     },
     {
      "$ref": "#/components/parameters/orderAsc"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/SandboxEvents"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/sandboxes/{sandboxID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/sandboxID"
    }
   ],
   "get": {
    "operationId": "listEventsOfSandbox",
    "tags": [
     "Observability"
    ],
    "summary": "Lists lifecycle events of one sandbox",
    "description": "Also of one that has ended. Of an unknown sandbox there are none.",
    "parameters": [
     {
      "$ref": "#/components/parameters/eventOffset"
     },
     {
      "$ref": "#/components/parameters/eventLimit"
     },
     {
      "$ref": "#/components/parameters/orderAsc"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/SandboxEvents"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/webhooks": {
   "get": {
    "operationId": "listWebhooks",
    "tags": [
     "Webhooks"
    ],
    "summary": "Lists the team's webhooks, oldest first",
    "responses": {
     "200": {
      "description": "The webhooks",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Webhook"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Registers a URL that lifecycle events are sent to",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "My receiver",
        "url": "https://example.com/webhook",
        "events": [
         "sandbox.lifecycle.created"
        ],
        "signatureSecret": "secret-for-event-signature-verification"
       },
       "schema": {
        "$ref": "#/components/schemas/NewWebhook"
       }
      }
     }
    },
    "responses": {
     "201": {
      "$ref": "#/components/responses/Webhook"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/webhooks/{webhookID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/webhookID"
    }
   ],
   "get": {
    "operationId": "getWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Returns a webhook without its secret",
    "responses": {
     "200": {
      "$ref": "#/components/responses/Webhook"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "patch": {
    "operationId": "updateWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Changes the given fields of a webhook",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "enabled": false
       },
       "schema": {
        "$ref": "#/components/schemas/WebhookUpdate"
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Webhook"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Deletes a webhook with its deliveries",
    "responses": {
     "200": {
      "description": "Deleted; nothing more is sent to it"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/webhooks/{webhookID}/test": {
   "parameters": [
    {
     "$ref": "#/components/parameters/webhookID"
    }
   ],
   "post": {
    "operationId": "testWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Sends one event of type webhook.test at once, and says what became of it",
    "responses": {
     "200": {
      "description": "The result of the attempt",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/WebhookTest"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/webhooks/{webhookID}/deliveries": {
   "parameters": [
    {
     "$ref": "#/components/parameters/webhookID"
    }
   ],
   "get": {
    "operationId": "listDeliveries",
    "tags": [
     "Webhooks"
    ],
    "summary": "Lists what was sent to a webhook or waits for it, newest first",
    "parameters": [
     {
      "name": "state",
      "in": "query",
      "description": "dead: all attempts have failed",
      "schema": {
       "type": "string",
       "enum": [
        "pending",
        "delivered",
        "dead"
       ]
      }
     },
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Delivery"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver": {
   "parameters": [
    {
     "$ref": "#/components/parameters/webhookID"
    },
    {
     "name": "deliveryID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "post": {
    "operationId": "redeliver",
    "tags": [
     "Webhooks"
    ],
    "summary": "Sends an event again, with all its attempts",
    "responses": {
     "200": {
      "description": "The delivery that is pending now",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Delivery"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/events/ledger": {
   "get": {
    "operationId": "readLedger",
    "tags": [
     "Observability"
    ],
    "summary": "Reads the team's audit log as a chain of hashes with signed heads, oldest first",
    "parameters": [
     {
      "$ref": "#/components/parameters/afterSeq"
     },
     {
      "$ref": "#/components/parameters/since"
     },
     {
      "$ref": "#/components/parameters/ledgerLimit"
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/LedgerPage"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/events/ledger": {
   "get": {
    "operationId": "adminReadLedger",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Reads the ledger of a team, or of the installation",
    "parameters": [
     {
      "name": "teamID",
      "in": "query",
      "description": "Absent: the installation",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     },
     {
      "$ref": "#/components/parameters/afterSeq"
     },
     {
      "$ref": "#/components/parameters/since"
     },
     {
      "$ref": "#/components/parameters/ledgerLimit"
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/LedgerPage"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/events/ledgers": {
   "get": {
    "operationId": "adminListLedgers",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Lists the chains that exist",
    "responses": {
     "200": {
      "description": "Teams, and null for the installation",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "type": [
           "string",
           "null"
          ]
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/events": {
   "get": {
    "operationId": "adminListEvents",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Lists the audit log of all teams and of the installation",
    "parameters": [
     {
      "name": "teamID",
      "in": "query",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     },
     {
      "name": "sandboxID",
      "in": "query",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     },
     {
      "name": "kind",
      "in": "query",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 64
      }
     },
     {
      "name": "nextToken",
      "in": "query",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "headers": {
       "X-Next-Token": {
        "description": "Present if there are more",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Event"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/teams": {
   "get": {
    "operationId": "adminListTeams",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Lists all teams in the order of their creation",
    "responses": {
     "200": {
      "description": "The teams",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/AdminTeam"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "adminCreateTeam",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Creates a team and its first key",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "slug": "research",
        "name": "Research"
       },
       "schema": {
        "type": "object",
        "required": [
         "slug"
        ],
        "properties": {
         "slug": {
          "type": "string",
          "description": "The namespace of its template names"
         },
         "name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128,
          "description": "The slug by default"
         }
        }
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The team with its key, in the only response that contains it",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CreatedAdminTeam"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/teams/{teamID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/teamID"
    }
   ],
   "patch": {
    "operationId": "adminSetTeamLimits",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Sets the quotas, the rate limit and the nodes of a team",
    "description": "What is omitted stays as it is; null removes a limit, and an empty list the labels. No running sandbox is ended or moved.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "runningSandboxes": 20,
        "requestsPerMinute": 600
       },
       "schema": {
        "$ref": "#/components/schemas/TeamChange"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The updated team",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AdminTeam"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/teams/{teamID}/api-keys": {
   "parameters": [
    {
     "$ref": "#/components/parameters/teamID"
    }
   ],
   "post": {
    "operationId": "adminCreateApiKey",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Creates an API key of a team",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "name": "ci"
       },
       "schema": {
        "$ref": "#/components/schemas/NewTeamAPIKey"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The only response that contains the key",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CreatedTeamAPIKey"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/teams/{teamID}/api-keys/{apiKeyID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/teamID"
    },
    {
     "name": "apiKeyID",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string"
     }
    }
   ],
   "delete": {
    "operationId": "adminDeleteApiKey",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Revokes an API key of a team",
    "responses": {
     "204": {
      "description": "Deleted"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/teams/{teamID}/sandboxes/kill": {
   "parameters": [
    {
     "$ref": "#/components/parameters/teamID"
    }
   ],
   "post": {
    "operationId": "adminKillSandboxes",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Kills all sandboxes of a team",
    "responses": {
     "200": {
      "description": "How many were ended, and how many could not be ended",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "killedCount",
          "failedCount"
         ],
         "properties": {
          "killedCount": {
           "type": "integer"
          },
          "failedCount": {
           "type": "integer"
          }
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/teams/{teamID}/builds/cancel": {
   "parameters": [
    {
     "$ref": "#/components/parameters/teamID"
    }
   ],
   "post": {
    "operationId": "adminCancelBuilds",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Cancels all running builds of a team's templates",
    "responses": {
     "200": {
      "description": "How many were ended, and how many could not be ended",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "cancelledCount",
          "failedCount"
         ],
         "properties": {
          "cancelledCount": {
           "type": "integer"
          },
          "failedCount": {
           "type": "integer"
          }
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/admin/sandboxes/running-counts": {
   "get": {
    "operationId": "adminCountRunning",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Counts running sandboxes by team",
    "responses": {
     "200": {
      "description": "Teams without running sandboxes are left out",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "additionalProperties": {
          "type": "integer",
          "minimum": 1
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/nodes": {
   "get": {
    "operationId": "adminListNodes",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Lists the nodes",
    "parameters": [
     {
      "$ref": "#/components/parameters/clusterID"
     }
    ],
    "responses": {
     "200": {
      "description": "All of them",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Node"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/nodes/{nodeID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/nodeID"
    }
   ],
   "get": {
    "operationId": "adminGetNode",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Returns a node, and the builds on it",
    "parameters": [
     {
      "$ref": "#/components/parameters/clusterID"
     }
    ],
    "responses": {
     "200": {
      "description": "The node",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/NodeDetail"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "adminSetNodeStatus",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Sets the status of a node",
    "description": "Running sandboxes go on with any status. Sandboxes are created and resumed on a `ready` node only. `connecting` is the status of an unreachable node and cannot be set.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "status": "draining"
       },
       "schema": {
        "$ref": "#/components/schemas/NodeStatusChange"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "Set"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "adminRemoveNode",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Removes a node from the cluster",
    "description": "Its certificates are refused from then on, and its connections are closed. 409 while sandboxes or volumes are on it, and where there is no cluster.",
    "parameters": [
     {
      "name": "force",
      "in": "query",
      "description": "Removes it also while volumes are on it, which are lost",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "$ref": "#/components/parameters/clusterID"
     }
    ],
    "responses": {
     "204": {
      "description": "Removed"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/nodes/{nodeID}/move": {
   "parameters": [
    {
     "$ref": "#/components/parameters/nodeID"
    }
   ],
   "post": {
    "operationId": "adminMoveSandboxes",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Moves the next sandboxes of a node to other nodes",
    "description": "For a node of a cluster that is not `ready`. The next few sandboxes in the order of ids are paused and resumed on other nodes; they keep their ids and their end, and stay paused where no other node has room. Repeat it with `after` until `nextAfter` is null. It may be repeated at any time. 409 for a node that is `ready`, and where there is no cluster.",
    "parameters": [
     {
      "name": "after",
      "in": "query",
      "description": "`nextAfter` of the response before",
      "schema": {
       "type": "string",
       "default": ""
      }
     },
     {
      "$ref": "#/components/parameters/clusterID"
     }
    ],
    "responses": {
     "200": {
      "description": "What became of them",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MovedSandboxes"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/nodes/{nodeID}/labels": {
   "parameters": [
    {
     "$ref": "#/components/parameters/nodeID"
    }
   ],
   "put": {
    "operationId": "adminSetNodeLabels",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Replaces the labels of a node",
    "description": "Sandboxes and builds of a team with `nodeLabels` are placed on nodes that have all of these. What is on the node stays there. 409 where there is no cluster.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "example": {
        "labels": [
         "gpu",
         "disk=ssd"
        ]
       },
       "schema": {
        "$ref": "#/components/schemas/NodeLabelsChange"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "Set"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/nodes/{nodeID}/lost": {
   "parameters": [
    {
     "$ref": "#/components/parameters/nodeID"
    }
   ],
   "post": {
    "operationId": "adminLoseNode",
    "tags": [
     "Administration"
    ],
    "security": [
     {
      "AdminToken": []
     }
    ],
    "summary": "Gives up what runs on a node",
    "description": "As after 300 seconds of silence: running sandboxes have ended (`node_lost`), stored paused ones can be resumed elsewhere. A node that still runs ends them when it hears of it, 290 seconds after its last contact at the latest. 409 where there is no cluster.",
    "parameters": [
     {
      "$ref": "#/components/parameters/clusterID"
     }
    ],
    "responses": {
     "204": {
      "description": "Given up"
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "409": {
      "$ref": "#/components/responses/Error"
     },
     "413": {
      "$ref": "#/components/responses/Error"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     },
     "504": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/builds": {
   "get": {
    "operationId": "listTeamBuilds",
    "tags": [
     "Dashboard"
    ],
    "summary": "Lists the builds of the team's templates, newest first",
    "parameters": [
     {
      "name": "build_id_or_template",
      "in": "query",
      "description": "The id of a build or of a template, or an alias",
      "schema": {
       "type": "string",
       "maxLength": 256
      }
     },
     {
      "name": "statuses",
      "in": "query",
      "style": "form",
      "explode": false,
      "schema": {
       "type": "array",
       "maxItems": 3,
       "items": {
        "$ref": "#/components/schemas/DashboardBuildStatus"
       }
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 50
      }
     },
     {
      "name": "cursor",
      "in": "query",
      "description": "The `nextCursor` of the page before",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DashboardBuilds"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/builds/statuses": {
   "get": {
    "operationId": "listBuildStatuses",
    "tags": [
     "Dashboard"
    ],
    "summary": "Returns the status of each of these builds of the team",
    "description": "Builds that are unknown, or of another team, are left out.",
    "parameters": [
     {
      "name": "build_ids",
      "in": "query",
      "required": true,
      "style": "form",
      "explode": false,
      "schema": {
       "type": "array",
       "maxItems": 100,
       "uniqueItems": true,
       "items": {
        "type": "string",
        "format": "uuid"
       }
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The statuses",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DashboardBuildStatuses"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/builds/{build_id}": {
   "parameters": [
    {
     "name": "build_id",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string",
      "format": "uuid"
     }
    }
   ],
   "get": {
    "operationId": "getTeamBuild",
    "tags": [
     "Dashboard"
    ],
    "summary": "Returns a build of one of the team's templates",
    "responses": {
     "200": {
      "description": "The build",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DashboardBuild"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/templates": {
   "get": {
    "operationId": "listDashboardTemplates",
    "tags": [
     "Dashboard"
    ],
    "summary": "Lists the team's templates, and those that come with the installation",
    "parameters": [
     {
      "name": "public",
      "in": "query",
      "description": "Only public templates, or only others",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "search",
      "in": "query",
      "description": "A part of an alias, a name or the id",
      "schema": {
       "type": "string",
       "maxLength": 256
      }
     },
     {
      "name": "sort",
      "in": "query",
      "schema": {
       "type": "string",
       "enum": [
        "created_at_asc",
        "created_at_desc",
        "updated_at_asc",
        "updated_at_desc"
       ],
       "default": "created_at_desc"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 50
      }
     },
     {
      "name": "cursor",
      "in": "query",
      "description": "The `nextCursor` of the page before",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DashboardTemplates"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/templates/defaults": {
   "get": {
    "operationId": "listDefaultTemplates",
    "tags": [
     "Dashboard"
    ],
    "summary": "Lists the templates that come with the installation",
    "responses": {
     "200": {
      "description": "All of them",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DefaultTemplates"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/templates/{templateID}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    }
   ],
   "get": {
    "operationId": "getDashboardTemplate",
    "tags": [
     "Dashboard"
    ],
    "summary": "Returns one template of the team, with what its default build has",
    "responses": {
     "200": {
      "description": "The template",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DashboardTemplate"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/templates/{templateID}/tags/groups": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    }
   ],
   "get": {
    "operationId": "listTagGroups",
    "tags": [
     "Dashboard"
    ],
    "summary": "Lists the tags of a template, each with its latest ready builds",
    "parameters": [
     {
      "name": "assignmentLimit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 25,
       "default": 6
      }
     },
     {
      "name": "tagsLimit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 25
      }
     },
     {
      "name": "tagsCursor",
      "in": "query",
      "description": "The `nextCursor` of the page before",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     },
     {
      "name": "search",
      "in": "query",
      "description": "A part of the tag",
      "schema": {
       "type": "string",
       "maxLength": 64,
       "pattern": "^[a-z0-9._-]*$"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "schema": {
       "type": "string",
       "enum": [
        "latest_desc",
        "latest_asc",
        "name_asc",
        "name_desc"
       ],
       "default": "latest_desc"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TagGroups"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/templates/{templateID}/tags/count": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    }
   ],
   "get": {
    "operationId": "countTags",
    "tags": [
     "Dashboard"
    ],
    "summary": "Counts the tags of a template that have a ready build",
    "responses": {
     "200": {
      "description": "The number",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TagCount"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/templates/{templateID}/tags/exists": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    }
   ],
   "get": {
    "operationId": "checkTag",
    "tags": [
     "Dashboard"
    ],
    "summary": "Returns whether a tag of a template has a ready build",
    "parameters": [
     {
      "name": "tag",
      "in": "query",
      "required": true,
      "schema": {
       "type": "string",
       "minLength": 1
      }
     }
    ],
    "responses": {
     "200": {
      "description": "Whether it has one",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TagExistence"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/dashboard-api/templates/{templateID}/tags/{tag}/assignments": {
   "parameters": [
    {
     "$ref": "#/components/parameters/templateID"
    },
    {
     "name": "tag",
     "in": "path",
     "required": true,
     "schema": {
      "type": "string",
      "minLength": 1
     }
    }
   ],
   "get": {
    "operationId": "listTagAssignments",
    "tags": [
     "Dashboard"
    ],
    "summary": "Lists the ready builds that a tag was assigned to, the latest first",
    "parameters": [
     {
      "name": "limit",
      "in": "query",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1,
       "maximum": 100,
       "default": 50
      }
     },
     {
      "name": "cursor",
      "in": "query",
      "description": "The `nextCursor` of the page before",
      "schema": {
       "type": "string",
       "maxLength": 512
      }
     }
    ],
    "responses": {
     "200": {
      "description": "One page",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TagAssignments"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Error"
     },
     "401": {
      "$ref": "#/components/responses/Error"
     },
     "403": {
      "$ref": "#/components/responses/Error"
     },
     "404": {
      "$ref": "#/components/responses/Error"
     },
     "429": {
      "$ref": "#/components/responses/TooMany"
     },
     "500": {
      "$ref": "#/components/responses/Error"
     },
     "503": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  }
 },
 "components": {
  "securitySchemes": {
   "ApiKey": {
    "type": "apiKey",
    "in": "header",
    "name": "X-API-Key",
    "description": "A key of a team, `e2b_` and 40 hex digits. The first one is in the file `api-key` of the data directory."
   },
   "UserToken": {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "A token of the identity provider that the installation is configured with (`GET /auth/sign-in`), with a role in a team."
   },
   "TeamId": {
    "type": "apiKey",
    "in": "header",
    "name": "X-Team-ID",
    "description": "Of the teams of a user, the one that the request is about; without it the first."
   },
   "AdminToken": {
    "type": "apiKey",
    "in": "header",
    "name": "X-Admin-Token",
    "description": "The token of the installation, in the file `admin-token` of the data directory."
   }
  },
  "parameters": {
   "idempotencyKey": {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Chosen by the client, for one sandbox. Of requests of the team with the same key and the same body, the first creates the sandbox and the others return it, with `Idempotent-Replayed: true`. With another body: 422. After the end of the sandbox: 409, until its record is deleted after a week.",
    "schema": {
     "type": "string",
     "minLength": 1,
     "maxLength": 255,
     "pattern": "^[a-z0-9-]+$"
    }
   },
   "prefer": {
    "name": "Prefer",
    "in": "header",
    "description": "`wait=N` (RFC 7240): a create that starts the build of a template that comes with Cay gets 503 with the `error_code` `template_building` after N seconds if the build goes on then; without the header, and at most, after 45.",
    "schema": {
     "type": "string",
     "maxLength": 255
    }
   },
   "webhookID": {
    "name": "webhookID",
    "in": "path",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "eventOffset": {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "format": "int32",
     "minimum": 0,
     "maximum": 1000000,
     "default": 0
    }
   },
   "eventLimit": {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "format": "int32",
     "minimum": 1,
     "maximum": 100,
     "default": 10
    }
   },
   "orderAsc": {
    "name": "orderAsc",
    "in": "query",
    "description": "Oldest first",
    "schema": {
     "type": "boolean",
     "default": false
    }
   },
   "afterSeq": {
    "name": "after",
    "in": "query",
    "description": "The last event of the previous page",
    "schema": {
     "type": "integer",
     "format": "int64",
     "minimum": 0,
     "default": 0
    }
   },
   "since": {
    "name": "since",
    "in": "query",
    "description": "Begins with the first event that is not older",
    "schema": {
     "type": "string",
     "format": "date-time"
    }
   },
   "ledgerLimit": {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "format": "int32",
     "minimum": 1,
     "maximum": 1000,
     "default": 1000
    }
   },
   "sandboxID": {
    "name": "sandboxID",
    "in": "path",
    "required": true,
    "description": "The id; a suffix `-<anything>`, which old clients send, is ignored.",
    "schema": {
     "type": "string"
    }
   },
   "teamID": {
    "name": "teamID",
    "in": "path",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "nodeID": {
    "name": "nodeID",
    "in": "path",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "clusterID": {
    "name": "clusterID",
    "in": "query",
    "description": "An installation is one cluster, whose id is all zeros.",
    "schema": {
     "type": "string",
     "format": "uuid"
    }
   },
   "templateID": {
    "name": "templateID",
    "in": "path",
    "required": true,
    "description": "`[namespace/]alias[:tag]`, percent-encoded, or a template id.",
    "schema": {
     "type": "string"
    }
   }
  },
  "responses": {
   "SandboxEvents": {
    "description": "The events",
    "content": {
     "application/json": {
      "schema": {
       "type": "array",
       "items": {
        "$ref": "#/components/schemas/SandboxEvent"
       }
      }
     }
    }
   },
   "Webhook": {
    "description": "The webhook",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Webhook"
      }
     }
    }
   },
   "Volume": {
    "description": "The volume",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Volume"
      }
     }
    }
   },
   "Secret": {
    "description": "The secret without its value",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Secret"
      }
     }
    }
   },
   "Sandbox": {
    "description": "The sandbox",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Sandbox"
      }
     }
    }
   },
   "TooMany": {
    "description": "The rate limit of the team on this route, or that of the address on a route without a credential, is reached, or a quota would be exceeded",
    "headers": {
     "RateLimit-Limit": {
      "description": "Limit of requests a minute",
      "schema": {
       "type": "integer"
      }
     },
     "RateLimit-Remaining": {
      "description": "Requests that are left in the bucket",
      "schema": {
       "type": "integer"
      }
     },
     "RateLimit-Reset": {
      "description": "Seconds until the bucket is full",
      "schema": {
       "type": "integer"
      }
     },
     "Retry-After": {
      "description": "Seconds; absent for a quota",
      "schema": {
       "type": "integer"
      }
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Error"
      }
     }
    }
   },
   "Error": {
    "description": "The error",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Error"
      }
     }
    }
   }
  },
  "schemas": {
   "NewBuild": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "maxLength": 128
     },
     "alias": {
      "type": "string",
      "maxLength": 128
     },
     "tags": {
      "type": "array",
      "maxItems": 100,
      "items": {
       "type": "string"
      }
     },
     "teamID": {
      "type": "string"
     },
     "cpuCount": {
      "type": "integer",
      "format": "int32",
      "minimum": 1
     },
     "memoryMB": {
      "type": "integer",
      "format": "int32",
      "minimum": 128
     },
     "minFreeDiskMb": {
      "type": "integer",
      "format": "int32",
      "minimum": 0
     }
    }
   },
   "RequestedBuild": {
    "type": "object",
    "required": [
     "templateID",
     "buildID",
     "public",
     "names",
     "tags",
     "aliases"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "buildID": {
      "type": "string"
     },
     "public": {
      "type": "boolean"
     },
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "tags": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "aliases": {
      "type": "array",
      "items": {
       "type": "string"
      }
     }
    }
   },
   "BuildOrder": {
    "type": "object",
    "description": "Exactly one of fromImage and fromTemplate.",
    "properties": {
     "fromImage": {
      "type": "string"
     },
     "fromTemplate": {
      "type": "string"
     },
     "fromImageRegistry": {
      "$ref": "#/components/schemas/RegistryCredential"
     },
     "force": {
      "type": "boolean",
      "default": false
     },
     "steps": {
      "type": "array",
      "maxItems": 1000,
      "default": [],
      "items": {
       "$ref": "#/components/schemas/BuildStep"
      }
     },
     "startCmd": {
      "type": "string"
     },
     "readyCmd": {
      "type": "string"
     },
     "startAfterRestore": {
      "type": "boolean",
      "default": false,
      "description": "The start command is started in each sandbox instead of running in the checkpoint. An extension of Cay; a step that sets CAY_START=after-restore does the same."
     }
    }
   },
   "BuildStep": {
    "type": "object",
    "required": [
     "type"
    ],
    "properties": {
     "type": {
      "type": "string"
     },
     "args": {
      "type": "array",
      "default": [],
      "items": {
       "type": "string"
      }
     },
     "filesHash": {
      "type": "string"
     },
     "force": {
      "type": "boolean",
      "default": false
     }
    }
   },
   "RegistryCredential": {
    "type": "object",
    "description": "type registry with username and password, aws with the keys and the region, gcp with serviceAccountJson.",
    "required": [
     "type"
    ],
    "properties": {
     "type": {
      "type": "string",
      "enum": [
       "registry",
       "aws",
       "gcp"
      ]
     },
     "username": {
      "type": "string"
     },
     "password": {
      "type": "string"
     },
     "awsAccessKeyId": {
      "type": "string"
     },
     "awsSecretAccessKey": {
      "type": "string"
     },
     "awsRegion": {
      "type": "string"
     },
     "serviceAccountJson": {
      "type": "string"
     }
    }
   },
   "UploadLink": {
    "type": "object",
    "required": [
     "present"
    ],
    "properties": {
     "present": {
      "type": "boolean"
     },
     "url": {
      "type": "string"
     }
    }
   },
   "TemplateBuildStatus": {
    "type": "string",
    "enum": [
     "building",
     "waiting",
     "ready",
     "error"
    ]
   },
   "BuildLogEntry": {
    "type": "object",
    "required": [
     "timestamp",
     "message",
     "level"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "timestamp": {
      "type": "string",
      "format": "date-time"
     },
     "message": {
      "type": "string"
     },
     "level": {
      "$ref": "#/components/schemas/LogLevel"
     },
     "step": {
      "type": "string"
     }
    }
   },
   "BuildStatusReason": {
    "type": "object",
    "required": [
     "message"
    ],
    "properties": {
     "message": {
      "type": "string"
     },
     "step": {
      "type": "string"
     },
     "logEntries": {
      "type": "array",
      "default": [],
      "items": {
       "$ref": "#/components/schemas/BuildLogEntry"
      }
     }
    }
   },
   "TemplateBuildInfo": {
    "type": "object",
    "required": [
     "logs",
     "logEntries",
     "templateID",
     "buildID",
     "status"
    ],
    "properties": {
     "logs": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "logEntries": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/BuildLogEntry"
      }
     },
     "templateID": {
      "type": "string"
     },
     "buildID": {
      "type": "string"
     },
     "status": {
      "$ref": "#/components/schemas/TemplateBuildStatus"
     },
     "reason": {
      "$ref": "#/components/schemas/BuildStatusReason"
     }
    }
   },
   "TemplateBuildLogsResponse": {
    "type": "object",
    "required": [
     "logs"
    ],
    "properties": {
     "logs": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/BuildLogEntry"
      }
     },
     "nextCursor": {
      "type": "string"
     },
     "source": {
      "type": "string",
      "enum": [
       "temporary",
       "persistent"
      ]
     }
    }
   },
   "TemplateAlias": {
    "type": "object",
    "required": [
     "templateID",
     "public"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "public": {
      "type": "boolean"
     }
    }
   },
   "Template": {
    "type": "object",
    "required": [
     "templateID",
     "buildID",
     "cpuCount",
     "memoryMB",
     "diskSizeMB",
     "public",
     "aliases",
     "names",
     "createdAt",
     "updatedAt",
     "createdBy",
     "lastSpawnedAt",
     "spawnCount",
     "buildCount",
     "envdVersion",
     "buildStatus"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "buildID": {
      "type": "string"
     },
     "cpuCount": {
      "type": "integer",
      "format": "int32"
     },
     "memoryMB": {
      "type": "integer",
      "format": "int32"
     },
     "diskSizeMB": {
      "type": "integer",
      "format": "int32"
     },
     "public": {
      "type": "boolean"
     },
     "aliases": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "updatedAt": {
      "type": "string",
      "format": "date-time"
     },
     "createdBy": {
      "type": [
       "object",
       "null"
      ]
     },
     "lastSpawnedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "spawnCount": {
      "type": "integer",
      "format": "int64"
     },
     "buildCount": {
      "type": "integer",
      "format": "int32"
     },
     "envdVersion": {
      "type": "string"
     },
     "buildStatus": {
      "$ref": "#/components/schemas/TemplateBuildStatus"
     }
    }
   },
   "TemplateBuild": {
    "type": "object",
    "required": [
     "buildID",
     "status",
     "createdAt",
     "updatedAt",
     "cpuCount",
     "memoryMB"
    ],
    "properties": {
     "buildID": {
      "type": "string"
     },
     "status": {
      "$ref": "#/components/schemas/TemplateBuildStatus"
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "updatedAt": {
      "type": "string",
      "format": "date-time"
     },
     "finishedAt": {
      "type": "string",
      "format": "date-time"
     },
     "cpuCount": {
      "type": "integer",
      "format": "int32"
     },
     "memoryMB": {
      "type": "integer",
      "format": "int32"
     },
     "diskSizeMB": {
      "type": "integer",
      "format": "int32"
     },
     "envdVersion": {
      "type": "string"
     }
    }
   },
   "TemplateWithBuilds": {
    "type": "object",
    "required": [
     "templateID",
     "public",
     "aliases",
     "names",
     "createdAt",
     "updatedAt",
     "lastSpawnedAt",
     "spawnCount",
     "builds"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "public": {
      "type": "boolean"
     },
     "aliases": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "updatedAt": {
      "type": "string",
      "format": "date-time"
     },
     "lastSpawnedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "spawnCount": {
      "type": "integer",
      "format": "int64"
     },
     "builds": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TemplateBuild"
      }
     }
    }
   },
   "TemplateTag": {
    "type": "object",
    "required": [
     "tag",
     "buildID",
     "createdAt"
    ],
    "properties": {
     "tag": {
      "type": "string"
     },
     "buildID": {
      "type": "string"
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     }
    }
   },
   "DashboardBuildStatus": {
    "type": "string",
    "enum": [
     "building",
     "failed",
     "success"
    ]
   },
   "DashboardListedBuild": {
    "type": "object",
    "required": [
     "id",
     "template",
     "templateId",
     "status",
     "statusMessage",
     "createdAt",
     "finishedAt",
     "cpuCount",
     "memoryMB",
     "diskSizeMB",
     "envdVersion"
    ],
    "properties": {
     "id": {
      "type": "string",
      "format": "uuid"
     },
     "template": {
      "type": "string",
      "description": "The alias, or the id without one"
     },
     "templateId": {
      "type": "string"
     },
     "status": {
      "$ref": "#/components/schemas/DashboardBuildStatus"
     },
     "statusMessage": {
      "type": [
       "string",
       "null"
      ],
      "description": "Why the build failed"
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "finishedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "cpuCount": {
      "type": "integer",
      "format": "int64"
     },
     "memoryMB": {
      "type": "integer",
      "format": "int64"
     },
     "diskSizeMB": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64"
     },
     "envdVersion": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "DashboardBuilds": {
    "type": "object",
    "required": [
     "data",
     "nextCursor"
    ],
    "properties": {
     "data": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/DashboardListedBuild"
      }
     },
     "nextCursor": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null on the last page"
     }
    }
   },
   "DashboardBuildStatusItem": {
    "type": "object",
    "required": [
     "id",
     "status",
     "finishedAt",
     "statusMessage"
    ],
    "properties": {
     "id": {
      "type": "string",
      "format": "uuid"
     },
     "status": {
      "$ref": "#/components/schemas/DashboardBuildStatus"
     },
     "finishedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "statusMessage": {
      "type": [
       "string",
       "null"
      ],
      "description": "Why the build failed"
     }
    }
   },
   "DashboardBuildStatuses": {
    "type": "object",
    "required": [
     "buildStatuses"
    ],
    "properties": {
     "buildStatuses": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/DashboardBuildStatusItem"
      }
     }
    }
   },
   "DashboardBuild": {
    "type": "object",
    "required": [
     "names",
     "createdAt",
     "finishedAt",
     "status",
     "statusMessage"
    ],
    "properties": {
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "finishedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "status": {
      "$ref": "#/components/schemas/DashboardBuildStatus"
     },
     "statusMessage": {
      "type": [
       "string",
       "null"
      ],
      "description": "Why the build failed"
     }
    }
   },
   "DashboardListedTemplate": {
    "type": "object",
    "required": [
     "templateID",
     "buildID",
     "cpuCount",
     "memoryMB",
     "diskSizeMB",
     "public",
     "aliases",
     "names",
     "createdAt",
     "updatedAt",
     "lastSpawnedAt",
     "spawnCount",
     "buildCount",
     "envdVersion",
     "createdBy",
     "isDefault"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "buildID": {
      "type": "string",
      "format": "uuid",
      "description": "The latest ready build of the default tag; all zeros without one"
     },
     "cpuCount": {
      "type": "integer",
      "format": "int64"
     },
     "memoryMB": {
      "type": "integer",
      "format": "int64"
     },
     "diskSizeMB": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64"
     },
     "public": {
      "type": "boolean"
     },
     "aliases": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "updatedAt": {
      "type": "string",
      "format": "date-time"
     },
     "lastSpawnedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "spawnCount": {
      "type": "integer",
      "format": "int64"
     },
     "buildCount": {
      "type": "integer",
      "format": "int32"
     },
     "envdVersion": {
      "type": [
       "string",
       "null"
      ]
     },
     "createdBy": {
      "type": [
       "object",
       "null"
      ]
     },
     "isDefault": {
      "type": "boolean",
      "description": "It comes with the installation"
     }
    }
   },
   "DashboardTemplates": {
    "type": "object",
    "required": [
     "data",
     "nextCursor"
    ],
    "properties": {
     "data": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/DashboardListedTemplate"
      }
     },
     "nextCursor": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null on the last page"
     }
    }
   },
   "DashboardTemplate": {
    "type": "object",
    "required": [
     "templateID",
     "buildID",
     "cpuCount",
     "memoryMB",
     "diskSizeMB",
     "public",
     "aliases",
     "names",
     "createdAt",
     "updatedAt",
     "lastSpawnedAt",
     "spawnCount",
     "buildCount",
     "envdVersion"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "buildID": {
      "type": "string",
      "format": "uuid",
      "description": "The latest ready build of the default tag; all zeros without one"
     },
     "cpuCount": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64"
     },
     "memoryMB": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64"
     },
     "diskSizeMB": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64"
     },
     "public": {
      "type": "boolean"
     },
     "aliases": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "updatedAt": {
      "type": "string",
      "format": "date-time"
     },
     "lastSpawnedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "spawnCount": {
      "type": "integer",
      "format": "int64"
     },
     "buildCount": {
      "type": "integer",
      "format": "int32"
     },
     "envdVersion": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "DefaultTemplateAlias": {
    "type": "object",
    "required": [
     "alias"
    ],
    "properties": {
     "alias": {
      "type": "string"
     },
     "namespace": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "DefaultTemplate": {
    "type": "object",
    "required": [
     "id",
     "aliases",
     "buildId",
     "ramMb",
     "vcpu",
     "totalDiskSizeMb",
     "envdVersion",
     "createdAt",
     "public",
     "buildCount",
     "spawnCount"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "aliases": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/DefaultTemplateAlias"
      }
     },
     "buildId": {
      "type": "string",
      "format": "uuid"
     },
     "ramMb": {
      "type": "integer",
      "format": "int64"
     },
     "vcpu": {
      "type": "integer",
      "format": "int64"
     },
     "totalDiskSizeMb": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64"
     },
     "envdVersion": {
      "type": [
       "string",
       "null"
      ]
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "public": {
      "type": "boolean"
     },
     "buildCount": {
      "type": "integer",
      "format": "int32"
     },
     "spawnCount": {
      "type": "integer",
      "format": "int64"
     }
    }
   },
   "DefaultTemplates": {
    "type": "object",
    "required": [
     "templates"
    ],
    "properties": {
     "templates": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/DefaultTemplate"
      }
     }
    }
   },
   "TagAssignment": {
    "type": "object",
    "required": [
     "assignmentId",
     "buildId",
     "assignedAt",
     "buildCreatedAt",
     "buildFinishedAt"
    ],
    "properties": {
     "assignmentId": {
      "type": "string",
      "format": "uuid"
     },
     "buildId": {
      "type": "string",
      "format": "uuid"
     },
     "assignedAt": {
      "type": "string",
      "format": "date-time"
     },
     "buildCreatedAt": {
      "type": "string",
      "format": "date-time"
     },
     "buildFinishedAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     }
    }
   },
   "TagGroup": {
    "type": "object",
    "required": [
     "tag",
     "assignments",
     "hasMore"
    ],
    "properties": {
     "tag": {
      "type": "string"
     },
     "assignments": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TagAssignment"
      }
     },
     "hasMore": {
      "type": "boolean"
     }
    }
   },
   "TagGroups": {
    "type": "object",
    "required": [
     "tags",
     "nextCursor"
    ],
    "properties": {
     "tags": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TagGroup"
      }
     },
     "nextCursor": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null on the last page"
     }
    }
   },
   "TagCount": {
    "type": "object",
    "required": [
     "total"
    ],
    "properties": {
     "total": {
      "type": "integer",
      "format": "int64"
     }
    }
   },
   "TagExistence": {
    "type": "object",
    "required": [
     "exists",
     "normalizedTag"
    ],
    "properties": {
     "exists": {
      "type": "boolean"
     },
     "normalizedTag": {
      "type": "string"
     }
    }
   },
   "TagAssignments": {
    "type": "object",
    "required": [
     "data",
     "nextCursor"
    ],
    "properties": {
     "data": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/TagAssignment"
      }
     },
     "nextCursor": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null on the last page"
     }
    }
   },
   "TemplateUpdate": {
    "type": "object",
    "properties": {
     "public": {
      "type": "boolean"
     }
    }
   },
   "Error": {
    "type": "object",
    "required": [
     "code",
     "message"
    ],
    "properties": {
     "code": {
      "type": "integer",
      "format": "int32",
      "description": "The HTTP status"
     },
     "message": {
      "type": "string"
     },
     "error_code": {
      "type": "string",
      "description": "A code for programs; present if the status is ambiguous"
     }
    }
   },
   "Seconds": {
    "type": "integer",
    "format": "int32",
    "minimum": 0
   },
   "CPUCount": {
    "type": "integer",
    "format": "int32",
    "minimum": 1
   },
   "MemoryMB": {
    "type": "integer",
    "format": "int32",
    "minimum": 128
   },
   "DiskSizeMB": {
    "type": "integer",
    "format": "int32",
    "minimum": 0
   },
   "EnvdVersion": {
    "type": "string"
   },
   "SandboxState": {
    "type": "string",
    "enum": [
     "running",
     "paused"
    ]
   },
   "SandboxOnTimeout": {
    "type": "string",
    "enum": [
     "kill",
     "pause"
    ]
   },
   "LogLevel": {
    "type": "string",
    "enum": [
     "debug",
     "info",
     "warn",
     "error"
    ]
   },
   "LogsDirection": {
    "type": "string",
    "enum": [
     "forward",
     "backward"
    ]
   },
   "SandboxMetadata": {
    "type": "object",
    "additionalProperties": {
     "type": "string"
    }
   },
   "EnvVars": {
    "type": "object",
    "additionalProperties": {
     "type": "string"
    }
   },
   "SandboxAutoResumeConfig": {
    "type": "object",
    "required": [
     "enabled"
    ],
    "properties": {
     "enabled": {
      "type": "boolean"
     }
    }
   },
   "SandboxLifecycle": {
    "type": "object",
    "required": [
     "autoResume",
     "onTimeout"
    ],
    "properties": {
     "autoResume": {
      "type": "boolean"
     },
     "onTimeout": {
      "$ref": "#/components/schemas/SandboxOnTimeout"
     }
    }
   },
   "SandboxNetworkTransform": {
    "type": "object",
    "properties": {
     "headers": {
      "type": "object",
      "additionalProperties": {
       "type": "string"
      }
     },
     "allowHttp": {
      "type": "boolean",
      "description": "An extension of Cay. Headers are set over plain HTTP on port 80, too; without it a plain HTTP request to the domain is refused"
     }
    }
   },
   "SandboxNetworkRule": {
    "type": "object",
    "properties": {
     "transform": {
      "$ref": "#/components/schemas/SandboxNetworkTransform"
     }
    }
   },
   "SandboxEgressProxy": {
    "type": [
     "object",
     "null"
    ],
    "required": [
     "address"
    ],
    "properties": {
     "address": {
      "type": "string",
      "description": "`host:port` of a SOCKS5 proxy; `http://host:port` of one that accepts CONNECT"
     },
     "username": {
      "type": "string",
      "maxLength": 255
     },
     "password": {
      "type": "string",
      "maxLength": 255,
      "description": "Never returned"
     }
    }
   },
   "SandboxNetworkConfig": {
    "type": "object",
    "properties": {
     "allowPublicTraffic": {
      "type": "boolean",
      "default": true
     },
     "allowOut": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "denyOut": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "maskRequestHost": {
      "type": "string"
     },
     "httpsPorts": {
      "type": "array",
      "items": {
       "type": "integer",
       "minimum": 1,
       "maximum": 65535
      }
     },
     "egressProxy": {
      "$ref": "#/components/schemas/SandboxEgressProxy"
     },
     "rules": {
      "type": "object",
      "additionalProperties": {
       "type": "array",
       "items": {
        "$ref": "#/components/schemas/SandboxNetworkRule"
       }
      }
     }
    }
   },
   "SandboxNetworkUpdateConfig": {
    "type": "object",
    "properties": {
     "allowOut": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "denyOut": {
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "egressProxy": {
      "$ref": "#/components/schemas/SandboxEgressProxy"
     },
     "rules": {
      "type": "object",
      "additionalProperties": {
       "type": "array",
       "items": {
        "$ref": "#/components/schemas/SandboxNetworkRule"
       }
      }
     },
     "allow_internet_access": {
      "type": "boolean",
      "description": "false denies all addresses"
     },
     "closeExisting": {
      "type": "boolean",
      "default": false,
      "description": "An extension of Cay. Open connections that the new rules do not allow are closed before the response; without it they go on"
     }
    }
   },
   "SandboxIamToken": {
    "type": "object",
    "required": [
     "audience",
     "tokenType"
    ],
    "properties": {
     "audience": {
      "type": "string"
     },
     "tokenType": {
      "type": "string"
     }
    }
   },
   "SandboxIam": {
    "type": "object",
    "properties": {
     "tokens": {
      "type": "object",
      "additionalProperties": {
       "$ref": "#/components/schemas/SandboxIamToken"
      }
     }
    }
   },
   "SandboxVolumeMount": {
    "type": "object",
    "required": [
     "name",
     "path"
    ],
    "properties": {
     "name": {
      "type": "string"
     },
     "path": {
      "type": "string"
     }
    }
   },
   "NewVolume": {
    "type": "object",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Unique in the team"
     },
     "sizeMB": {
      "type": "integer",
      "format": "int32",
      "minimum": 64,
      "maximum": 1048576,
      "description": "The quota; 10240 by default"
     }
    }
   },
   "ListedVolume": {
    "type": "object",
    "required": [
     "volumeID",
     "name",
     "sizeMB"
    ],
    "properties": {
     "volumeID": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "sizeMB": {
      "type": "integer",
      "format": "int64",
      "description": "Its quota"
     }
    }
   },
   "VolumeUsage": {
    "type": "object",
    "required": [
     "totalBytes",
     "usedBytes",
     "totalFiles",
     "usedFiles"
    ],
    "properties": {
     "totalBytes": {
      "type": "integer",
      "format": "int64"
     },
     "usedBytes": {
      "type": "integer",
      "format": "int64"
     },
     "totalFiles": {
      "type": "integer",
      "format": "int64"
     },
     "usedFiles": {
      "type": "integer",
      "format": "int64"
     }
    }
   },
   "Volume": {
    "allOf": [
     {
      "$ref": "#/components/schemas/ListedVolume"
     },
     {
      "type": "object",
      "required": [
       "sizeMB"
      ],
      "properties": {
       "token": {
        "type": "string",
        "description": "For the content of the volume; valid for an hour. Absent for read-only keys"
       },
       "domain": {
        "type": "string",
        "description": "The base domain of the content API"
       },
       "sizeMB": {
        "type": "integer",
        "format": "int32"
       },
       "usage": {
        "$ref": "#/components/schemas/VolumeUsage"
       }
      }
     }
    ]
   },
   "SecretMetadata": {
    "type": "object",
    "additionalProperties": {
     "type": "string"
    }
   },
   "NewSecret": {
    "type": "object",
    "required": [
     "name",
     "value"
    ],
    "properties": {
     "name": {
      "type": "string"
     },
     "value": {
      "type": "string"
     },
     "metadata": {
      "$ref": "#/components/schemas/SecretMetadata"
     }
    }
   },
   "SecretUpdate": {
    "type": "object",
    "required": [
     "value"
    ],
    "properties": {
     "value": {
      "type": "string"
     },
     "metadata": {
      "$ref": "#/components/schemas/SecretMetadata"
     }
    }
   },
   "Secret": {
    "type": "object",
    "required": [
     "secretID",
     "name",
     "currentVersion",
     "metadata",
     "createdAt",
     "updatedAt"
    ],
    "properties": {
     "secretID": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "currentVersion": {
      "type": "integer",
      "format": "int32",
      "minimum": 1
     },
     "metadata": {
      "$ref": "#/components/schemas/SecretMetadata"
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "updatedAt": {
      "type": "string",
      "format": "date-time"
     }
    }
   },
   "NewSandboxFields": {
    "type": "object",
    "required": [
     "templateID"
    ],
    "properties": {
     "templateID": {
      "type": "string",
      "minLength": 1,
      "description": "`[namespace/]alias[:tag]`, or a template id"
     },
     "autoPause": {
      "type": "boolean",
      "default": false
     },
     "autoPauseMemory": {
      "type": "boolean",
      "default": true
     },
     "autoResume": {
      "$ref": "#/components/schemas/SandboxAutoResumeConfig"
     },
     "allow_internet_access": {
      "type": "boolean"
     },
     "network": {
      "$ref": "#/components/schemas/SandboxNetworkConfig"
     },
     "metadata": {
      "$ref": "#/components/schemas/SandboxMetadata"
     },
     "envVars": {
      "$ref": "#/components/schemas/EnvVars"
     },
     "iam": {
      "$ref": "#/components/schemas/SandboxIam"
     },
     "volumeMounts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SandboxVolumeMount"
      }
     },
     "mcp": {
      "type": "object",
      "description": "For clients; the service ignores it"
     }
    }
   },
   "NewSandbox": {
    "allOf": [
     {
      "$ref": "#/components/schemas/NewSandboxFields"
     },
     {
      "type": "object",
      "properties": {
       "timeout": {
        "type": "integer",
        "format": "int32",
        "minimum": 0,
        "default": 15
       },
       "secure": {
        "type": "boolean",
        "default": false
       }
      }
     }
    ]
   },
   "NewSandboxV2": {
    "allOf": [
     {
      "$ref": "#/components/schemas/NewSandboxFields"
     },
     {
      "type": "object",
      "properties": {
       "timeout": {
        "type": "integer",
        "format": "int32",
        "minimum": 0,
        "default": 300
       }
      }
     }
    ]
   },
   "ConnectSandbox": {
    "type": "object",
    "required": [
     "timeout"
    ],
    "properties": {
     "timeout": {
      "$ref": "#/components/schemas/Seconds"
     },
     "memory": {
      "type": "boolean",
      "default": true,
      "description": "false boots a paused sandbox from its files; it has no effect on a running one"
     }
    }
   },
   "ConnectSandboxV2": {
    "type": "object",
    "properties": {
     "timeout": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "default": 300
     },
     "memory": {
      "type": "boolean",
      "default": true,
      "description": "false boots a paused sandbox from its files; it has no effect on a running one"
     }
    }
   },
   "ResumedSandbox": {
    "type": "object",
    "properties": {
     "timeout": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "default": 15
     },
     "memory": {
      "type": "boolean",
      "default": true,
      "description": "false boots it from its files"
     },
     "autoPause": {
      "type": "boolean",
      "deprecated": true,
      "description": "It has no effect"
     }
    }
   },
   "SandboxEvent": {
    "type": "object",
    "required": [
     "version",
     "id",
     "type",
     "eventData",
     "sandboxId",
     "sandboxTeamId",
     "sandboxTemplateId",
     "sandboxBuildId",
     "sandboxExecutionId",
     "timestamp"
    ],
    "properties": {
     "version": {
      "type": "string"
     },
     "id": {
      "type": "string"
     },
     "type": {
      "$ref": "#/components/schemas/LifecycleType"
     },
     "eventData": {
      "type": "object",
      "additionalProperties": true,
      "description": "sandbox_metadata, execution, kill_reason, set_timeout or network_egress"
     },
     "sandboxId": {
      "type": "string"
     },
     "sandboxTeamId": {
      "type": "string"
     },
     "sandboxTemplateId": {
      "type": "string"
     },
     "sandboxBuildId": {
      "type": "string"
     },
     "sandboxExecutionId": {
      "type": "string"
     },
     "timestamp": {
      "type": "string",
      "format": "date-time"
     }
    }
   },
   "LifecycleType": {
    "type": "string",
    "enum": [
     "sandbox.lifecycle.created",
     "sandbox.lifecycle.killed",
     "sandbox.lifecycle.paused",
     "sandbox.lifecycle.resumed",
     "sandbox.lifecycle.updated",
     "sandbox.lifecycle.checkpointed"
    ]
   },
   "NewWebhook": {
    "type": "object",
    "required": [
     "name",
     "url",
     "events",
     "signatureSecret"
    ],
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 250
     },
     "url": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048
     },
     "enabled": {
      "type": "boolean",
      "default": true
     },
     "events": {
      "type": "array",
      "minItems": 1,
      "uniqueItems": true,
      "items": {
       "$ref": "#/components/schemas/LifecycleType"
      }
     },
     "signatureSecret": {
      "type": "string",
      "minLength": 8,
      "maxLength": 256
     }
    }
   },
   "WebhookUpdate": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 250
     },
     "url": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048
     },
     "enabled": {
      "type": "boolean"
     },
     "events": {
      "type": "array",
      "minItems": 1,
      "uniqueItems": true,
      "items": {
       "$ref": "#/components/schemas/LifecycleType"
      }
     },
     "signatureSecret": {
      "type": "string",
      "minLength": 8,
      "maxLength": 256
     }
    }
   },
   "Webhook": {
    "type": "object",
    "required": [
     "id",
     "teamID",
     "name",
     "url",
     "enabled",
     "events",
     "createdAt",
     "signatureSecretMask"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "teamID": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "url": {
      "type": "string"
     },
     "enabled": {
      "type": "boolean"
     },
     "events": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/LifecycleType"
      }
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "signatureSecretMask": {
      "type": "string",
      "description": "The last characters of the secret"
     }
    }
   },
   "Delivery": {
    "type": "object",
    "required": [
     "id",
     "state",
     "attempts",
     "createdAt"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "state": {
      "type": "string",
      "enum": [
       "pending",
       "delivered",
       "dead"
      ]
     },
     "attempts": {
      "type": "integer",
      "description": "Attempts that have ended"
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "nextAttemptAt": {
      "type": "string",
      "format": "date-time",
      "description": "Of a pending one"
     },
     "endedAt": {
      "type": "string",
      "format": "date-time",
      "description": "Of a delivered or dead one"
     },
     "status": {
      "type": "integer",
      "description": "HTTP status of the last response"
     },
     "error": {
      "type": "string",
      "description": "Why the last attempt failed"
     },
     "event": {
      "$ref": "#/components/schemas/SandboxEvent"
     }
    }
   },
   "WebhookTest": {
    "type": "object",
    "required": [
     "delivered"
    ],
    "properties": {
     "delivered": {
      "type": "boolean"
     },
     "status": {
      "type": "integer"
     },
     "error": {
      "type": "string"
     }
    }
   },
   "LedgerMark": {
    "type": "object",
    "required": [
     "kind",
     "seq",
     "hash",
     "atMs",
     "signature"
    ],
    "properties": {
     "kind": {
      "type": "string",
      "enum": [
       "head",
       "cut"
      ]
     },
     "seq": {
      "type": "integer",
      "format": "int64"
     },
     "hash": {
      "type": "string"
     },
     "atMs": {
      "type": "integer",
      "format": "int64"
     },
     "signature": {
      "type": "string",
      "description": "Ed25519 as base64url"
     }
    }
   },
   "LedgerEvent": {
    "type": "object",
    "description": "The fields that are hashed, and the hashes.",
    "required": [
     "seq",
     "atMs",
     "kind",
     "actor",
     "keyID",
     "sandboxID",
     "subject",
     "outcome",
     "status",
     "reason",
     "previousHash",
     "hash"
    ],
    "properties": {
     "seq": {
      "type": "integer",
      "format": "int64"
     },
     "atMs": {
      "type": "integer",
      "format": "int64"
     },
     "kind": {
      "type": "string"
     },
     "actor": {
      "type": "string"
     },
     "keyID": {
      "type": [
       "string",
       "null"
      ]
     },
     "sandboxID": {
      "type": [
       "string",
       "null"
      ]
     },
     "subject": {
      "type": [
       "string",
       "null"
      ]
     },
     "outcome": {
      "type": "string"
     },
     "status": {
      "type": [
       "integer",
       "null"
      ]
     },
     "reason": {
      "type": [
       "string",
       "null"
      ]
     },
     "previousHash": {
      "type": "string"
     },
     "hash": {
      "type": "string"
     }
    }
   },
   "LedgerPage": {
    "type": "object",
    "required": [
     "teamID",
     "keyID",
     "publicKey",
     "events",
     "heads"
    ],
    "properties": {
     "teamID": {
      "type": [
       "string",
       "null"
      ]
     },
     "keyID": {
      "type": "string"
     },
     "publicKey": {
      "type": "string",
      "description": "PEM"
     },
     "events": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/LedgerEvent"
      }
     },
     "heads": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/LedgerMark"
      }
     },
     "cut": {
      "$ref": "#/components/schemas/LedgerMark"
     },
     "lastHead": {
      "$ref": "#/components/schemas/LedgerMark"
     }
    }
   },
   "Event": {
    "type": "object",
    "required": [
     "id",
     "timestamp",
     "teamID",
     "kind",
     "actor",
     "outcome"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "timestamp": {
      "type": "string",
      "format": "date-time"
     },
     "teamID": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null for events of the installation"
     },
     "kind": {
      "type": "string"
     },
     "actor": {
      "type": "string",
      "enum": [
       "key",
       "admin",
       "system"
      ],
      "description": "A key, the holder of the admin token, or the installation"
     },
     "keyID": {
      "type": "string"
     },
     "keyName": {
      "type": "string",
      "description": "The present name of the key; absent once it is deleted"
     },
     "sandboxID": {
      "type": "string"
     },
     "subject": {
      "type": "string",
      "description": "The id of the other resource that the call was about"
     },
     "outcome": {
      "type": "string",
      "enum": [
       "done",
       "refused",
       "failed"
      ]
     },
     "status": {
      "type": "integer",
      "description": "HTTP status of the response"
     },
     "reason": {
      "type": "string",
      "description": "An error code, why a sandbox ended, or what was refused"
     }
    }
   },
   "SignIn": {
    "type": "object",
    "required": [
     "oidc"
    ],
    "properties": {
     "oidc": {
      "description": "Null where API keys are the only credentials",
      "oneOf": [
       {
        "type": "null"
       },
       {
        "type": "object",
        "required": [
         "issuer",
         "clientID",
         "scope",
         "authorizationEndpoint",
         "tokenEndpoint",
         "deviceAuthorizationEndpoint",
         "revocationEndpoint"
        ],
        "properties": {
         "issuer": {
          "type": "string"
         },
         "clientID": {
          "type": "string",
          "description": "Of a public client"
         },
         "scope": {
          "type": "string"
         },
         "authorizationEndpoint": {
          "type": "string"
         },
         "tokenEndpoint": {
          "type": "string"
         },
         "deviceAuthorizationEndpoint": {
          "type": [
           "string",
           "null"
          ]
         },
         "revocationEndpoint": {
          "type": [
           "string",
           "null"
          ]
         }
        }
       }
      ]
     }
    }
   },
   "TokenRequest": {
    "type": "object",
    "required": [
     "grantType"
    ],
    "properties": {
     "grantType": {
      "type": "string",
      "enum": [
       "authorization_code",
       "refresh_token"
      ]
     },
     "code": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096
     },
     "codeVerifier": {
      "type": "string",
      "minLength": 43,
      "maxLength": 128
     },
     "redirectURI": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048
     },
     "nonce": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256,
      "description": "Of the request for the code"
     },
     "refreshToken": {
      "type": "string",
      "minLength": 1,
      "maxLength": 8192
     }
    }
   },
   "UserToken": {
    "type": "object",
    "required": [
     "token",
     "refreshToken",
     "expiresAt",
     "name"
    ],
    "properties": {
     "token": {
      "type": "string",
      "description": "For `Authorization` as a bearer token"
     },
     "refreshToken": {
      "type": [
       "string",
       "null"
      ]
     },
     "expiresAt": {
      "type": "string",
      "format": "date-time"
     },
     "name": {
      "type": "string",
      "description": "The address of the user, or the id"
     }
    }
   },
   "Caller": {
    "type": "object",
    "required": [
     "keyID",
     "userName",
     "scope",
     "operations",
     "expiresAt",
     "team",
     "teams"
    ],
    "properties": {
     "keyID": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null for a user"
     },
     "userName": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null for a key"
     },
     "scope": {
      "$ref": "#/components/schemas/KeyScope"
     },
     "operations": {
      "type": "array",
      "description": "The `operationId` of each call that the scope allows",
      "items": {
       "type": "string"
      }
     },
     "expiresAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Of the key; null: it does not expire, or it is a user"
     },
     "team": {
      "$ref": "#/components/schemas/CallerTeam"
     },
     "teams": {
      "type": "array",
      "description": "All that `X-Team-ID` may name",
      "items": {
       "$ref": "#/components/schemas/CallerTeam"
      }
     }
    }
   },
   "CallerTeam": {
    "type": "object",
    "required": [
     "teamID",
     "slug",
     "name",
     "scope"
    ],
    "properties": {
     "teamID": {
      "type": "string"
     },
     "slug": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "scope": {
      "$ref": "#/components/schemas/KeyScope"
     }
    }
   },
   "Team": {
    "type": "object",
    "required": [
     "teamID",
     "name",
     "apiKey",
     "isDefault"
    ],
    "properties": {
     "teamID": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "apiKey": {
      "type": "string",
      "description": "The key of the request; for a user, one with the user’s role that expires"
     },
     "isDefault": {
      "type": "boolean"
     }
    }
   },
   "TeamLimits": {
    "type": "object",
    "description": "Null means no limit.",
    "properties": {
     "runningSandboxes": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int32",
      "minimum": 0
     },
     "cpus": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int32",
      "minimum": 0,
      "description": "Of its running sandboxes"
     },
     "memoryMB": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int32",
      "minimum": 0,
      "description": "Of its running sandboxes"
     },
     "diskMB": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int32",
      "minimum": 0,
      "description": "Of its sandboxes, paused ones too, and its snapshots"
     },
     "volumeMB": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int32",
      "minimum": 0,
      "description": "Of its volumes, each with its size. Null: as much as diskMB, for its volumes alone; no limit if that is null, too"
     },
     "requestsPerMinute": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int32",
      "minimum": 1,
      "description": "On each route"
     }
    }
   },
   "NodeStatus": {
    "type": "string",
    "enum": [
     "ready",
     "draining",
     "connecting",
     "unhealthy",
     "standby"
    ],
    "description": "Sandboxes are started on a ready node only. A standby node keeps its pool; draining and unhealthy nodes empty it."
   },
   "NodeLabels": {
    "type": "array",
    "description": "Each is `key` or `key=value`, with the characters of labels of Kubernetes, and no key is there twice.",
    "maxItems": 64,
    "items": {
     "type": "string",
     "minLength": 1,
     "maxLength": 200
    }
   },
   "NodeLabelsChange": {
    "type": "object",
    "required": [
     "labels"
    ],
    "properties": {
     "labels": {
      "$ref": "#/components/schemas/NodeLabels"
     },
     "clusterID": {
      "type": "string",
      "format": "uuid"
     }
    }
   },
   "TeamChange": {
    "allOf": [
     {
      "$ref": "#/components/schemas/TeamLimits"
     },
     {
      "type": "object",
      "properties": {
       "nodeLabels": {
        "$ref": "#/components/schemas/NodeLabels"
       }
      }
     }
    ]
   },
   "NodeStatusChange": {
    "type": "object",
    "required": [
     "status"
    ],
    "properties": {
     "status": {
      "$ref": "#/components/schemas/NodeStatus"
     },
     "clusterID": {
      "type": "string",
      "format": "uuid"
     }
    }
   },
   "MovedSandboxes": {
    "type": "object",
    "required": [
     "sandboxes",
     "nextAfter"
    ],
    "properties": {
     "sandboxes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/MovedSandbox"
      }
     },
     "nextAfter": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null when there are no more"
     }
    }
   },
   "MovedSandbox": {
    "type": "object",
    "required": [
     "sandboxID",
     "outcome"
    ],
    "properties": {
     "sandboxID": {
      "type": "string"
     },
     "outcome": {
      "type": "string",
      "enum": [
       "moved",
       "paused",
       "ended",
       "waiting",
       "failed"
      ],
      "description": "`moved`: it runs on `nodeID`. `paused`: it is in the object store, and `reason` says why it does not run. `waiting`: something else is done with it at the moment; move again later. `failed`: it goes on running where it was."
     },
     "nodeID": {
      "type": "string"
     },
     "reason": {
      "type": "string"
     }
    }
   },
   "MachineInfo": {
    "type": "object",
    "required": [
     "cpuFamily",
     "cpuModel",
     "cpuModelName",
     "cpuArchitecture"
    ],
    "properties": {
     "cpuFamily": {
      "type": "string"
     },
     "cpuModel": {
      "type": "string"
     },
     "cpuModelName": {
      "type": "string"
     },
     "cpuArchitecture": {
      "type": "string"
     }
    }
   },
   "DiskMetrics": {
    "type": "object",
    "required": [
     "mountPoint",
     "device",
     "filesystemType",
     "usedBytes",
     "totalBytes"
    ],
    "properties": {
     "mountPoint": {
      "type": "string"
     },
     "device": {
      "type": "string"
     },
     "filesystemType": {
      "type": "string"
     },
     "usedBytes": {
      "type": "integer",
      "format": "int64"
     },
     "totalBytes": {
      "type": "integer",
      "format": "int64"
     }
    }
   },
   "NodeMetrics": {
    "type": "object",
    "required": [
     "allocatedCPU",
     "cpuPercent",
     "cpuCount",
     "allocatedMemoryBytes",
     "memoryUsedBytes",
     "memoryTotalBytes",
     "hugePagesTotal",
     "hugePagesUsed",
     "hugePagesReserved",
     "hugePageSizeBytes",
     "disks"
    ],
    "properties": {
     "allocatedCPU": {
      "type": "integer",
      "description": "CPUs that its running sandboxes may use"
     },
     "cpuPercent": {
      "type": "integer",
      "minimum": 0,
      "maximum": 100,
      "description": "Of all its CPUs together"
     },
     "cpuCount": {
      "type": "integer"
     },
     "allocatedMemoryBytes": {
      "type": "integer",
      "format": "int64"
     },
     "memoryUsedBytes": {
      "type": "integer",
      "format": "int64"
     },
     "memoryTotalBytes": {
      "type": "integer",
      "format": "int64"
     },
     "hugePagesTotal": {
      "type": "integer"
     },
     "hugePagesUsed": {
      "type": "integer"
     },
     "hugePagesReserved": {
      "type": "integer"
     },
     "hugePageSizeBytes": {
      "type": "integer",
      "format": "int64"
     },
     "disks": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/DiskMetrics"
      }
     }
    }
   },
   "NodeCommon": {
    "type": "object",
    "required": [
     "id",
     "labels",
     "serviceInstanceID",
     "clusterID",
     "version",
     "commit",
     "machineInfo",
     "status",
     "statusChangedAt",
     "sandboxCount",
     "createSuccesses",
     "createFails",
     "cachedBuildCount",
     "metrics"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "name": {
      "type": "string",
      "description": "Of a node of a cluster"
     },
     "labels": {
      "$ref": "#/components/schemas/NodeLabels"
     },
     "serviceInstanceID": {
      "type": "string",
      "description": "Changes with each start of its orchestrator"
     },
     "clusterID": {
      "type": "string",
      "format": "uuid"
     },
     "version": {
      "type": "string"
     },
     "commit": {
      "type": "string"
     },
     "machineInfo": {
      "$ref": "#/components/schemas/MachineInfo"
     },
     "status": {
      "$ref": "#/components/schemas/NodeStatus"
     },
     "statusChangedAt": {
      "type": "string",
      "format": "date-time"
     },
     "sandboxCount": {
      "type": "integer"
     },
     "createSuccesses": {
      "type": "integer",
      "description": "Since its orchestrator was started"
     },
     "createFails": {
      "type": "integer"
     },
     "cachedBuildCount": {
      "type": "integer",
      "description": "Builds and snapshots from which sandboxes can be created on it"
     },
     "metrics": {
      "$ref": "#/components/schemas/NodeMetrics"
     }
    }
   },
   "Node": {
    "allOf": [
     {
      "$ref": "#/components/schemas/NodeCommon"
     },
     {
      "type": "object",
      "required": [
       "sandboxStartingCount"
      ],
      "properties": {
       "sandboxStartingCount": {
        "type": "integer"
       }
      }
     }
    ]
   },
   "NodeDetail": {
    "allOf": [
     {
      "$ref": "#/components/schemas/NodeCommon"
     },
     {
      "type": "object",
      "required": [
       "cachedBuilds"
      ],
      "properties": {
       "cachedBuilds": {
        "type": "array",
        "items": {
         "type": "string"
        },
        "description": "Builds and snapshots from which sandboxes can be created on it"
       }
      }
     }
    ]
   },
   "AdminTeam": {
    "type": "object",
    "required": [
     "teamID",
     "slug",
     "name",
     "limits",
     "usage",
     "nodeLabels"
    ],
    "properties": {
     "teamID": {
      "type": "string"
     },
     "slug": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "limits": {
      "$ref": "#/components/schemas/TeamLimits"
     },
     "usage": {
      "$ref": "#/components/schemas/TeamUsage"
     },
     "nodeLabels": {
      "$ref": "#/components/schemas/NodeLabels"
     }
    }
   },
   "TeamUsage": {
    "type": "object",
    "description": "What is in use of each limit",
    "required": [
     "runningSandboxes",
     "cpus",
     "memoryMB",
     "diskMB",
     "volumeMB"
    ],
    "properties": {
     "runningSandboxes": {
      "type": "integer"
     },
     "cpus": {
      "type": "integer"
     },
     "memoryMB": {
      "type": "integer"
     },
     "diskMB": {
      "type": "integer",
      "description": "Of all sandboxes, paused ones too, and of all snapshots"
     },
     "volumeMB": {
      "type": "integer",
      "description": "Of all volumes, and of deleted ones whose files are on a disk still"
     }
    }
   },
   "CreatedAdminTeam": {
    "allOf": [
     {
      "$ref": "#/components/schemas/AdminTeam"
     },
     {
      "type": "object",
      "required": [
       "apiKey"
      ],
      "properties": {
       "apiKey": {
        "$ref": "#/components/schemas/CreatedTeamAPIKey"
       }
      }
     }
    ]
   },
   "KeyScope": {
    "type": "string",
    "enum": [
     "full",
     "admin",
     "member",
     "read-only",
     "sandbox-only"
    ],
    "description": "full and admin allow everything, member all but to create, rename and revoke keys, read-only requests that change nothing, sandbox-only the routes below /sandboxes; each allows GET /auth/caller"
   },
   "APIKeyName": {
    "type": "string",
    "minLength": 1,
    "maxLength": 128
   },
   "IdentifierMaskingDetails": {
    "type": "object",
    "required": [
     "prefix",
     "valueLength",
     "maskedValuePrefix",
     "maskedValueSuffix"
    ],
    "properties": {
     "prefix": {
      "type": "string"
     },
     "valueLength": {
      "type": "integer"
     },
     "maskedValuePrefix": {
      "type": "string"
     },
     "maskedValueSuffix": {
      "type": "string"
     }
    }
   },
   "NewTeamAPIKey": {
    "type": "object",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "$ref": "#/components/schemas/APIKeyName"
     },
     "scope": {
      "$ref": "#/components/schemas/KeyScope"
     },
     "expiresAt": {
      "type": "string",
      "format": "date-time",
      "description": "From then on the key is refused; absent: it does not expire"
     }
    }
   },
   "TeamAPIKeyUpdate": {
    "type": "object",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "$ref": "#/components/schemas/APIKeyName"
     }
    }
   },
   "TeamAPIKey": {
    "type": "object",
    "required": [
     "id",
     "name",
     "mask",
     "createdAt",
     "scope"
    ],
    "properties": {
     "id": {
      "type": "string",
      "format": "uuid"
     },
     "name": {
      "type": "string"
     },
     "mask": {
      "$ref": "#/components/schemas/IdentifierMaskingDetails"
     },
     "scope": {
      "$ref": "#/components/schemas/KeyScope"
     },
     "createdAt": {
      "type": "string",
      "format": "date-time"
     },
     "createdBy": {
      "type": "null"
     },
     "lastUsed": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "To the minute"
     },
     "expiresAt": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Null if it does not expire"
     }
    }
   },
   "CreatedTeamAPIKey": {
    "allOf": [
     {
      "$ref": "#/components/schemas/TeamAPIKey"
     },
     {
      "type": "object",
      "required": [
       "key"
      ],
      "properties": {
       "key": {
        "type": "string"
       }
      }
     }
    ]
   },
   "SandboxForkResult": {
    "type": "object",
    "description": "Either of them",
    "properties": {
     "sandbox": {
      "$ref": "#/components/schemas/Sandbox"
     },
     "error": {
      "$ref": "#/components/schemas/Error"
     }
    }
   },
   "SnapshotInfo": {
    "type": "object",
    "required": [
     "snapshotID",
     "names"
    ],
    "properties": {
     "snapshotID": {
      "type": "string",
      "description": "`<namespace>/<alias>:<tag>`, or `<template id>:<tag>` without a name"
     },
     "names": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "`<namespace>/<alias>:<tag>`; empty without a name"
     }
    }
   },
   "Sandbox": {
    "type": "object",
    "required": [
     "templateID",
     "sandboxID",
     "clientID",
     "envdVersion"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "sandboxID": {
      "type": "string"
     },
     "clientID": {
      "type": "string",
      "description": "A constant for old clients"
     },
     "alias": {
      "type": "string"
     },
     "envdVersion": {
      "$ref": "#/components/schemas/EnvdVersion"
     },
     "envdAccessToken": {
      "type": "string",
      "description": "Present if the sandbox is secured"
     },
     "trafficAccessToken": {
      "type": [
       "string",
       "null"
      ]
     },
     "domain": {
      "type": [
       "string",
       "null"
      ],
      "description": "Base domain of the sandbox's URLs"
     }
    }
   },
   "ListedSandbox": {
    "type": "object",
    "required": [
     "templateID",
     "sandboxID",
     "clientID",
     "startedAt",
     "endAt",
     "cpuCount",
     "memoryMB",
     "diskSizeMB",
     "state",
     "envdVersion"
    ],
    "properties": {
     "templateID": {
      "type": "string"
     },
     "alias": {
      "type": "string"
     },
     "sandboxID": {
      "type": "string"
     },
     "clientID": {
      "type": "string"
     },
     "startedAt": {
      "type": "string",
      "format": "date-time"
     },
     "endAt": {
      "type": "string",
      "format": "date-time"
     },
     "cpuCount": {
      "$ref": "#/components/schemas/CPUCount"
     },
     "memoryMB": {
      "$ref": "#/components/schemas/MemoryMB"
     },
     "diskSizeMB": {
      "$ref": "#/components/schemas/DiskSizeMB"
     },
     "metadata": {
      "$ref": "#/components/schemas/SandboxMetadata"
     },
     "state": {
      "$ref": "#/components/schemas/SandboxState"
     },
     "envdVersion": {
      "$ref": "#/components/schemas/EnvdVersion"
     },
     "volumeMounts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SandboxVolumeMount"
      }
     }
    }
   },
   "SandboxDetail": {
    "allOf": [
     {
      "$ref": "#/components/schemas/ListedSandbox"
     },
     {
      "type": "object",
      "properties": {
       "envdAccessToken": {
        "type": "string",
        "description": "Present if the sandbox is secured"
       },
       "allowInternetAccess": {
        "type": [
         "boolean",
         "null"
        ],
        "description": "Null if it was never set"
       },
       "domain": {
        "type": [
         "string",
         "null"
        ]
       },
       "network": {
        "$ref": "#/components/schemas/SandboxNetworkConfig"
       },
       "lifecycle": {
        "$ref": "#/components/schemas/SandboxLifecycle"
       }
      }
     }
    ]
   },
   "SandboxLogEntry": {
    "type": "object",
    "required": [
     "timestamp",
     "message",
     "level",
     "fields"
    ],
    "properties": {
     "id": {
      "type": "string",
      "description": "Never changes"
     },
     "timestamp": {
      "type": "string",
      "format": "date-time"
     },
     "message": {
      "type": "string"
     },
     "level": {
      "$ref": "#/components/schemas/LogLevel"
     },
     "fields": {
      "type": "object",
      "additionalProperties": {
       "type": "string"
      }
     }
    }
   },
   "SandboxLogsV2Response": {
    "type": "object",
    "required": [
     "logs"
    ],
    "properties": {
     "logs": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SandboxLogEntry"
      }
     },
     "nextCursor": {
      "type": "string",
      "description": "Present unless the page is empty and nothing is left; if forward, the previous cursor may get more later"
     }
    }
   },
   "SandboxLogs": {
    "type": "object",
    "required": [
     "logs",
     "logEntries"
    ],
    "properties": {
     "logs": {
      "type": "array",
      "items": {
       "type": "object",
       "required": [
        "timestamp",
        "line"
       ],
       "properties": {
        "timestamp": {
         "type": "string",
         "format": "date-time"
        },
        "line": {
         "type": "string",
         "description": "A JSON object with level, logger, message and the fields"
        }
       }
      }
     },
     "logEntries": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/SandboxLogEntry"
      }
     }
    }
   },
   "SandboxMetric": {
    "type": "object",
    "required": [
     "timestamp",
     "timestampUnix",
     "cpuCount",
     "cpuUsedPct",
     "memUsed",
     "memTotal",
     "memCache",
     "diskUsed",
     "diskTotal"
    ],
    "properties": {
     "timestamp": {
      "type": "string",
      "format": "date-time"
     },
     "timestampUnix": {
      "type": "integer",
      "format": "int64",
      "description": "Seconds"
     },
     "cpuCount": {
      "type": "integer",
      "format": "int32"
     },
     "cpuUsedPct": {
      "type": "number",
      "format": "float",
      "description": "Of all CPUs together"
     },
     "memUsed": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes"
     },
     "memTotal": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes"
     },
     "memCache": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes of page cache"
     },
     "diskUsed": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes that the sandbox has written"
     },
     "diskTotal": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes"
     },
     "networkSentRate": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes per second that it sent"
     },
     "networkReceivedRate": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes per second that it received"
     }
    }
   },
   "SandboxesWithMetrics": {
    "type": "object",
    "required": [
     "sandboxes"
    ],
    "properties": {
     "sandboxes": {
      "type": "object",
      "additionalProperties": {
       "$ref": "#/components/schemas/SandboxMetric"
      }
     }
    }
   },
   "TeamMetric": {
    "type": "object",
    "required": [
     "timestamp",
     "timestampUnix",
     "concurrentSandboxes",
     "sandboxStartRate"
    ],
    "properties": {
     "timestamp": {
      "type": "string",
      "format": "date-time"
     },
     "timestampUnix": {
      "type": "integer",
      "format": "int64",
      "description": "Seconds"
     },
     "concurrentSandboxes": {
      "type": "integer",
      "format": "int32",
      "description": "Maximum from this point to the next"
     },
     "sandboxStartRate": {
      "type": "number",
      "format": "float",
      "description": "Sandboxes created or resumed, per second"
     }
    }
   },
   "MaxTeamMetric": {
    "type": "object",
    "required": [
     "timestamp",
     "timestampUnix",
     "value"
    ],
    "properties": {
     "timestamp": {
      "type": "string",
      "format": "date-time"
     },
     "timestampUnix": {
      "type": "integer",
      "format": "int64",
      "description": "Seconds"
     },
     "value": {
      "type": "number",
      "format": "float"
     }
    }
   }
  }
 }
}
