// Generated from spec/ by `npm run generate`. Do not edit.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns 200 while this service takes requests */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this description as JSON */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this description as a page */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns how users sign in */
        get: operations["getSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchanges a code or a refresh token of the identity provider for a token
         * @description For pages that signed a user in by an authorization code with PKCE, and whose requests the provider may not take. The token is checked here first, so it opens something.
         */
        post: operations["exchangeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns who sends the request, and what they may do
         * @description Open to every key and every user, whatever the scope or the role.
         */
        get: operations["getCaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/api/cli": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Begins or ends the sign-in of a command line
         * @description The official command line opens it in a browser, with the port at which it waits. A program that does not take pages gets the steps of a sign-in by device code as text.
         */
        get: operations["startCliLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/api/cli/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Leads from the identity provider back to the command line
         * @description It is the redirect URI of the client at the provider.
         */
        get: operations["finishCliLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/api/cli/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Waits until a device code is confirmed */
        get: operations["waitForCliLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the team's running sandboxes, newest first
         * @deprecated
         * @description Returns all at once; GET /v2/sandboxes returns pages.
         */
        get: operations["listSandboxesV1"];
        put?: never;
        /**
         * Creates a sandbox from a template
         * @description The timeout is 15 seconds by default; the daemon requires a token only with `secure`.
         */
        post: operations["createSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the team's sandboxes in pages, with filters */
        get: operations["listSandboxes"];
        put?: never;
        /**
         * Creates a sandbox from a template, always secured
         * @description Like POST /sandboxes, but always secured and with a timeout of 300 seconds by default.
         */
        post: operations["createSandboxV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        /** Returns one sandbox */
        get: operations["getSandbox"];
        put?: never;
        post?: never;
        /** Kills a sandbox */
        delete: operations["killSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/timeout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets the timeout, counted from now
         * @description May shorten the remaining time; 0 expires the sandbox at once. Without a body nothing changes.
         */
        post: operations["setSandboxTimeout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/network": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the egress policy; closeExisting also closes connections that the new one does not allow
         * @description Omitted fields are cleared. The policy applies to new connections at once; open ones go on.
         */
        put: operations["setSandboxNetwork"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/refreshes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extends the timeout to at least this many seconds from now
         * @description Never shortens the remaining time. A duration below 15 seconds, or none, is 15 seconds.
         */
        post: operations["refreshSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns what a client needs to connect to a sandbox; resumes a paused one
         * @description The timeout only extends the remaining time.
         */
        post: operations["connectSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sandboxes/{sandboxID}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns what a client needs to connect to a sandbox, with a timeout of 300 seconds by default
         * @description Like v1, with an optional body and a timeout of 300 seconds by default.
         */
        post: operations["connectSandboxV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Captures a running sandbox and stops it
         * @description Responds when the snapshot is on disk; lists show the sandbox as paused from the start. With `memory` false only its files are kept: a resume boots it, and traffic does not resume it.
         */
        post: operations["pauseSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resumes a paused sandbox; for old clients
         * @deprecated
         * @description Like connect, but a running sandbox is a conflict. Its onTimeout stays as it was created.
         */
        post: operations["resumeSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates copies of a running sandbox with its memory
         * @description The sandbox keeps its id, its end and its processes. Each copy has an id and tokens of its own, and succeeds or fails on its own; another status than 201 means that no copy was created.
         */
        post: operations["forkSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a template from a running sandbox with its memory
         * @description The sandbox goes on; the snapshot outlives it. If a snapshot of the team has the name already, its template gets one more build, from which sandboxes are created from now on.
         */
        post: operations["createSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the team's snapshots, newest template first
         * @description One item for each template, with the tag that was assigned last.
         */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Requests a build of a template, and creates the template if there is none of the name
         * @description Nothing is built before the build is started. Tags are assigned at once and count when the build is ready.
         */
        post: operations["requestBuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/templates/{templateID}/builds/{buildID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                buildID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a requested build with its steps; startAfterRestore, an extension of Cay, starts its start command in each sandbox */
        post: operations["startBuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{templateID}/files/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                /** @description SHA-256 of the files as the client computes it */
                hash: string;
            };
            cookie?: never;
        };
        /** Returns an upload link for the files of a COPY step, and whether they are there already */
        get: operations["getUploadLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{templateID}/builds/{buildID}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                buildID: string;
            };
            cookie?: never;
        };
        /** Returns the status of a build, and its log from an offset on */
        get: operations["getBuildStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{templateID}/builds/{buildID}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                buildID: string;
            };
            cookie?: never;
        };
        /** Returns the log of a build in pages */
        get: operations["getBuildLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/aliases/{alias}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alias: string;
            };
            cookie?: never;
        };
        /** Returns the template of an alias, if there is one */
        get: operations["getTemplateByAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the team's templates, oldest first */
        get: operations["listTemplatesV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the team's templates, newest first */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/templates/{templateID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Makes a template public or private */
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/templates/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assigns tags to a build */
        post: operations["assignTags"];
        /** Removes tags from a template */
        delete: operations["removeTags"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{templateID}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        /** Lists the tags of a template by name, each with its build */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{templateID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        /** Returns a template with its builds, newest first */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Deletes a template or snapshot with all its builds
         * @description Refused while a sandbox of it exists, running or paused.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Makes a template public or private; for old clients
         * @deprecated
         * @description Like PATCH /v2/templates/{templateID}, without a response body.
         */
        patch: operations["updateTemplateV1"];
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the keys that verify identity tokens */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the team's secrets without their values, newest first
         * @description No response ever contains a value.
         */
        get: operations["listSecrets"];
        put?: never;
        /** Stores a value that only header rules can use */
        post: operations["createSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/{secretID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, or the name. */
                secretID: string;
            };
            cookie?: never;
        };
        /** Returns a secret without its value */
        get: operations["getSecret"];
        put?: never;
        /** Sets the next value of a secret */
        post: operations["updateSecret"];
        /** Deletes a secret */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/volumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the team's volumes in the order of their names */
        get: operations["listVolumes"];
        put?: never;
        /** Creates an empty volume */
        post: operations["createVolume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/volumes/{volumeID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                volumeID: string;
            };
            cookie?: never;
        };
        /** Returns a volume with its usage and a fresh token for its content */
        get: operations["getVolume"];
        put?: never;
        post?: never;
        /** Deletes a volume with its content */
        delete: operations["deleteVolume"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sandboxes/{sandboxID}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        /** Returns a page of the sandbox's log, also after its end */
        get: operations["getSandboxLogsV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{sandboxID}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        /**
         * Returns the sandbox's log from an instant on, oldest first; for old clients
         * @description For old clients. Each line is a JSON document of its own.
         */
        get: operations["getSandboxLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the team's API keys in the order of their creation */
        get: operations["listApiKeys"];
        put?: never;
        /** Creates an API key of the team */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{apiKeyID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                apiKeyID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes an API key */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /** Renames an API key */
        patch: operations["renameApiKey"];
        trace?: never;
    };
    "/sandboxes/{sandboxID}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        /**
         * Returns the sandbox's resource usage over time, also after its end, oldest first
         * @description One point every 5 seconds in a range below an hour, and fewer in a longer one.
         */
        get: operations["getSandboxMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the newest point of each of these running sandboxes */
        get: operations["getSandboxesMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the team of the key, or the teams of the user */
        get: operations["listTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{teamID}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: string;
            };
            cookie?: never;
        };
        /**
         * Returns concurrent and started sandboxes of the team over time
         * @description One point every 5 seconds in a range below an hour, and fewer in a longer one.
         */
        get: operations["getTeamMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{teamID}/metrics/max": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: string;
            };
            cookie?: never;
        };
        /** Returns the maximum of one of these in a range */
        get: operations["getMaxTeamMetric"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the team's audit log, newest first
         * @description The kind is the operationId of a call that may change something, `writeVolumeFile`, `makeVolumeDirectory`, `changeVolumeEntry` or `removeVolumeEntry` of the content of a volume, `sandboxPaused`, `sandboxResumed`, `sandboxEnded` with the reason of an end (killed, expired, crashed, out_of_memory, node_gone, node_lost, lost or orphaned), or `networkRefused`, which is listed for one sandbox and only if the query names it.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists lifecycle events of the team's sandboxes */
        get: operations["listSandboxEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/sandboxes/{sandboxID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        /**
         * Lists lifecycle events of one sandbox
         * @description Also of one that has ended. Of an unknown sandbox there are none.
         */
        get: operations["listEventsOfSandbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the team's webhooks, oldest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Registers a URL that lifecycle events are sent to */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/webhooks/{webhookID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        /** Returns a webhook without its secret */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Deletes a webhook with its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Changes the given fields of a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/events/webhooks/{webhookID}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends one event of type webhook.test at once, and says what became of it */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/webhooks/{webhookID}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        /** Lists what was sent to a webhook or waits for it, newest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
                deliveryID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an event again, with all its attempts */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the team's audit log as a chain of hashes with signed heads, oldest first */
        get: operations["readLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/events/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads the ledger of a team, or of the installation */
        get: operations["adminReadLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/events/ledgers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the chains that exist */
        get: operations["adminListLedgers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the audit log of all teams and of the installation */
        get: operations["adminListEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists all teams in the order of their creation */
        get: operations["adminListTeams"];
        put?: never;
        /** Creates a team and its first key */
        post: operations["adminCreateTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{teamID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Sets the quotas, the rate limit and the nodes of a team
         * @description What is omitted stays as it is; null removes a limit, and an empty list the labels. No running sandbox is ended or moved.
         */
        patch: operations["adminSetTeamLimits"];
        trace?: never;
    };
    "/admin/teams/{teamID}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates an API key of a team */
        post: operations["adminCreateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{teamID}/api-keys/{apiKeyID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
                apiKeyID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes an API key of a team */
        delete: operations["adminDeleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{teamID}/sandboxes/kill": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Kills all sandboxes of a team */
        post: operations["adminKillSandboxes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{teamID}/builds/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels all running builds of a team's templates */
        post: operations["adminCancelBuilds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sandboxes/running-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts running sandboxes by team */
        get: operations["adminCountRunning"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the nodes */
        get: operations["adminListNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/nodes/{nodeID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        /** Returns a node, and the builds on it */
        get: operations["adminGetNode"];
        put?: never;
        /**
         * Sets the status of a node
         * @description Running sandboxes go on with any status. Sandboxes are created and resumed on a `ready` node only. `connecting` is the status of an unreachable node and cannot be set.
         */
        post: operations["adminSetNodeStatus"];
        /**
         * Removes a node from the cluster
         * @description Its certificates are refused from then on, and its connections are closed. 409 while sandboxes or volumes are on it, and where there is no cluster.
         */
        delete: operations["adminRemoveNode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/nodes/{nodeID}/move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves the next sandboxes of a node to other nodes
         * @description For a node of a cluster that is not `ready`. The next few sandboxes in the order of ids are paused and resumed on other nodes; they keep their ids and their end, and stay paused where no other node has room. Repeat it with `after` until `nextAfter` is null. It may be repeated at any time. 409 for a node that is `ready`, and where there is no cluster.
         */
        post: operations["adminMoveSandboxes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/nodes/{nodeID}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the labels of a node
         * @description Sandboxes and builds of a team with `nodeLabels` are placed on nodes that have all of these. What is on the node stays there. 409 where there is no cluster.
         */
        put: operations["adminSetNodeLabels"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/nodes/{nodeID}/lost": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives up what runs on a node
         * @description As after 300 seconds of silence: running sandboxes have ended (`node_lost`), stored paused ones can be resumed elsewhere. A node that still runs ends them when it hears of it, 290 seconds after its last contact at the latest. 409 where there is no cluster.
         */
        post: operations["adminLoseNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/builds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the builds of the team's templates, newest first */
        get: operations["listTeamBuilds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/builds/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the status of each of these builds of the team
         * @description Builds that are unknown, or of another team, are left out.
         */
        get: operations["listBuildStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/builds/{build_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                build_id: string;
            };
            cookie?: never;
        };
        /** Returns a build of one of the team's templates */
        get: operations["getTeamBuild"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the team's templates, and those that come with the installation */
        get: operations["listDashboardTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/templates/defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the templates that come with the installation */
        get: operations["listDefaultTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/templates/{templateID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        /** Returns one template of the team, with what its default build has */
        get: operations["getDashboardTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/templates/{templateID}/tags/groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        /** Lists the tags of a template, each with its latest ready builds */
        get: operations["listTagGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/templates/{templateID}/tags/count": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        /** Counts the tags of a template that have a ready build */
        get: operations["countTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/templates/{templateID}/tags/exists": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        /** Returns whether a tag of a template has a ready build */
        get: operations["checkTag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-api/templates/{templateID}/tags/{tag}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                tag: string;
            };
            cookie?: never;
        };
        /** Lists the ready builds that a tag was assigned to, the latest first */
        get: operations["listTagAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        NewBuild: {
            name?: string;
            alias?: string;
            tags?: string[];
            teamID?: string;
            /** Format: int32 */
            cpuCount?: number;
            /** Format: int32 */
            memoryMB?: number;
            /** Format: int32 */
            minFreeDiskMb?: number;
        };
        RequestedBuild: {
            templateID: string;
            buildID: string;
            public: boolean;
            names: string[];
            tags: string[];
            aliases: string[];
        };
        /** @description Exactly one of fromImage and fromTemplate. */
        BuildOrder: {
            fromImage?: string;
            fromTemplate?: string;
            fromImageRegistry?: components["schemas"]["RegistryCredential"];
            /** @default false */
            force: boolean;
            /** @default [] */
            steps: components["schemas"]["BuildStep"][];
            startCmd?: string;
            readyCmd?: string;
            /**
             * @description The start command is started in each sandbox instead of running in the checkpoint. An extension of Cay; a step that sets CAY_START=after-restore does the same.
             * @default false
             */
            startAfterRestore: boolean;
        };
        BuildStep: {
            type: string;
            /** @default [] */
            args: string[];
            filesHash?: string;
            /** @default false */
            force: boolean;
        };
        /** @description type registry with username and password, aws with the keys and the region, gcp with serviceAccountJson. */
        RegistryCredential: {
            /** @enum {string} */
            type: "registry" | "aws" | "gcp";
            username?: string;
            password?: string;
            awsAccessKeyId?: string;
            awsSecretAccessKey?: string;
            awsRegion?: string;
            serviceAccountJson?: string;
        };
        UploadLink: {
            present: boolean;
            url?: string;
        };
        /** @enum {string} */
        TemplateBuildStatus: "building" | "waiting" | "ready" | "error";
        BuildLogEntry: {
            id?: string;
            /** Format: date-time */
            timestamp: string;
            message: string;
            level: components["schemas"]["LogLevel"];
            step?: string;
        };
        BuildStatusReason: {
            message: string;
            step?: string;
            /** @default [] */
            logEntries: components["schemas"]["BuildLogEntry"][];
        };
        TemplateBuildInfo: {
            logs: string[];
            logEntries: components["schemas"]["BuildLogEntry"][];
            templateID: string;
            buildID: string;
            status: components["schemas"]["TemplateBuildStatus"];
            reason?: components["schemas"]["BuildStatusReason"];
        };
        TemplateBuildLogsResponse: {
            logs: components["schemas"]["BuildLogEntry"][];
            nextCursor?: string;
            /** @enum {string} */
            source?: "temporary" | "persistent";
        };
        TemplateAlias: {
            templateID: string;
            public: boolean;
        };
        Template: {
            templateID: string;
            buildID: string;
            /** Format: int32 */
            cpuCount: number;
            /** Format: int32 */
            memoryMB: number;
            /** Format: int32 */
            diskSizeMB: number;
            public: boolean;
            aliases: string[];
            names: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            createdBy: Record<string, never> | null;
            /** Format: date-time */
            lastSpawnedAt: string | null;
            /** Format: int64 */
            spawnCount: number;
            /** Format: int32 */
            buildCount: number;
            envdVersion: string;
            buildStatus: components["schemas"]["TemplateBuildStatus"];
        };
        TemplateBuild: {
            buildID: string;
            status: components["schemas"]["TemplateBuildStatus"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            finishedAt?: string;
            /** Format: int32 */
            cpuCount: number;
            /** Format: int32 */
            memoryMB: number;
            /** Format: int32 */
            diskSizeMB?: number;
            envdVersion?: string;
        };
        TemplateWithBuilds: {
            templateID: string;
            public: boolean;
            aliases: string[];
            names: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            lastSpawnedAt: string | null;
            /** Format: int64 */
            spawnCount: number;
            builds: components["schemas"]["TemplateBuild"][];
        };
        TemplateTag: {
            tag: string;
            buildID: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @enum {string} */
        DashboardBuildStatus: "building" | "failed" | "success";
        DashboardListedBuild: {
            /** Format: uuid */
            id: string;
            /** @description The alias, or the id without one */
            template: string;
            templateId: string;
            status: components["schemas"]["DashboardBuildStatus"];
            /** @description Why the build failed */
            statusMessage: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /** Format: int64 */
            cpuCount: number;
            /** Format: int64 */
            memoryMB: number;
            /** Format: int64 */
            diskSizeMB: number | null;
            envdVersion: string | null;
        };
        DashboardBuilds: {
            data: components["schemas"]["DashboardListedBuild"][];
            /** @description Null on the last page */
            nextCursor: string | null;
        };
        DashboardBuildStatusItem: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["DashboardBuildStatus"];
            /** Format: date-time */
            finishedAt: string | null;
            /** @description Why the build failed */
            statusMessage: string | null;
        };
        DashboardBuildStatuses: {
            buildStatuses: components["schemas"]["DashboardBuildStatusItem"][];
        };
        DashboardBuild: {
            names: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            status: components["schemas"]["DashboardBuildStatus"];
            /** @description Why the build failed */
            statusMessage: string | null;
        };
        DashboardListedTemplate: {
            templateID: string;
            /**
             * Format: uuid
             * @description The latest ready build of the default tag; all zeros without one
             */
            buildID: string;
            /** Format: int64 */
            cpuCount: number;
            /** Format: int64 */
            memoryMB: number;
            /** Format: int64 */
            diskSizeMB: number | null;
            public: boolean;
            aliases: string[];
            names: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            lastSpawnedAt: string | null;
            /** Format: int64 */
            spawnCount: number;
            /** Format: int32 */
            buildCount: number;
            envdVersion: string | null;
            createdBy: Record<string, never> | null;
            /** @description It comes with the installation */
            isDefault: boolean;
        };
        DashboardTemplates: {
            data: components["schemas"]["DashboardListedTemplate"][];
            /** @description Null on the last page */
            nextCursor: string | null;
        };
        DashboardTemplate: {
            templateID: string;
            /**
             * Format: uuid
             * @description The latest ready build of the default tag; all zeros without one
             */
            buildID: string;
            /** Format: int64 */
            cpuCount: number | null;
            /** Format: int64 */
            memoryMB: number | null;
            /** Format: int64 */
            diskSizeMB: number | null;
            public: boolean;
            aliases: string[];
            names: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            lastSpawnedAt: string | null;
            /** Format: int64 */
            spawnCount: number;
            /** Format: int32 */
            buildCount: number;
            envdVersion: string | null;
        };
        DefaultTemplateAlias: {
            alias: string;
            namespace?: string | null;
        };
        DefaultTemplate: {
            id: string;
            aliases: components["schemas"]["DefaultTemplateAlias"][];
            /** Format: uuid */
            buildId: string;
            /** Format: int64 */
            ramMb: number;
            /** Format: int64 */
            vcpu: number;
            /** Format: int64 */
            totalDiskSizeMb: number | null;
            envdVersion: string | null;
            /** Format: date-time */
            createdAt: string;
            public: boolean;
            /** Format: int32 */
            buildCount: number;
            /** Format: int64 */
            spawnCount: number;
        };
        DefaultTemplates: {
            templates: components["schemas"]["DefaultTemplate"][];
        };
        TagAssignment: {
            /** Format: uuid */
            assignmentId: string;
            /** Format: uuid */
            buildId: string;
            /** Format: date-time */
            assignedAt: string;
            /** Format: date-time */
            buildCreatedAt: string;
            /** Format: date-time */
            buildFinishedAt: string | null;
        };
        TagGroup: {
            tag: string;
            assignments: components["schemas"]["TagAssignment"][];
            hasMore: boolean;
        };
        TagGroups: {
            tags: components["schemas"]["TagGroup"][];
            /** @description Null on the last page */
            nextCursor: string | null;
        };
        TagCount: {
            /** Format: int64 */
            total: number;
        };
        TagExistence: {
            exists: boolean;
            normalizedTag: string;
        };
        TagAssignments: {
            data: components["schemas"]["TagAssignment"][];
            /** @description Null on the last page */
            nextCursor: string | null;
        };
        TemplateUpdate: {
            public?: boolean;
        };
        Error: {
            /**
             * Format: int32
             * @description The HTTP status
             */
            code: number;
            message: string;
            /** @description A code for programs; present if the status is ambiguous */
            error_code?: string;
        };
        /** Format: int32 */
        Seconds: number;
        /** Format: int32 */
        CPUCount: number;
        /** Format: int32 */
        MemoryMB: number;
        /** Format: int32 */
        DiskSizeMB: number;
        EnvdVersion: string;
        /** @enum {string} */
        SandboxState: "running" | "paused";
        /** @enum {string} */
        SandboxOnTimeout: "kill" | "pause";
        /** @enum {string} */
        LogLevel: "debug" | "info" | "warn" | "error";
        /** @enum {string} */
        LogsDirection: "forward" | "backward";
        SandboxMetadata: {
            [key: string]: string;
        };
        EnvVars: {
            [key: string]: string;
        };
        SandboxAutoResumeConfig: {
            enabled: boolean;
        };
        SandboxLifecycle: {
            autoResume: boolean;
            onTimeout: components["schemas"]["SandboxOnTimeout"];
        };
        SandboxNetworkTransform: {
            headers?: {
                [key: string]: string;
            };
            /** @description An extension of Cay. Headers are set over plain HTTP on port 80, too; without it a plain HTTP request to the domain is refused */
            allowHttp?: boolean;
        };
        SandboxNetworkRule: {
            transform?: components["schemas"]["SandboxNetworkTransform"];
        };
        SandboxEgressProxy: {
            /** @description `host:port` of a SOCKS5 proxy; `http://host:port` of one that accepts CONNECT */
            address: string;
            username?: string;
            /** @description Never returned */
            password?: string;
        } | null;
        SandboxNetworkConfig: {
            /** @default true */
            allowPublicTraffic: boolean;
            allowOut?: string[];
            denyOut?: string[];
            maskRequestHost?: string;
            httpsPorts?: number[];
            egressProxy?: components["schemas"]["SandboxEgressProxy"];
            rules?: {
                [key: string]: components["schemas"]["SandboxNetworkRule"][];
            };
        };
        SandboxNetworkUpdateConfig: {
            allowOut?: string[];
            denyOut?: string[];
            egressProxy?: components["schemas"]["SandboxEgressProxy"];
            rules?: {
                [key: string]: components["schemas"]["SandboxNetworkRule"][];
            };
            /** @description false denies all addresses */
            allow_internet_access?: boolean;
            /**
             * @description An extension of Cay. Open connections that the new rules do not allow are closed before the response; without it they go on
             * @default false
             */
            closeExisting: boolean;
        };
        SandboxIamToken: {
            audience: string;
            tokenType: string;
        };
        SandboxIam: {
            tokens?: {
                [key: string]: components["schemas"]["SandboxIamToken"];
            };
        };
        SandboxVolumeMount: {
            name: string;
            path: string;
        };
        NewVolume: {
            /** @description Unique in the team */
            name: string;
            /**
             * Format: int32
             * @description The quota; 10240 by default
             */
            sizeMB?: number;
        };
        ListedVolume: {
            volumeID: string;
            name: string;
            /**
             * Format: int64
             * @description Its quota
             */
            sizeMB: number;
        };
        VolumeUsage: {
            /** Format: int64 */
            totalBytes: number;
            /** Format: int64 */
            usedBytes: number;
            /** Format: int64 */
            totalFiles: number;
            /** Format: int64 */
            usedFiles: number;
        };
        Volume: components["schemas"]["ListedVolume"] & {
            /** @description For the content of the volume; valid for an hour. Absent for read-only keys */
            token?: string;
            /** @description The base domain of the content API */
            domain?: string;
            /** Format: int32 */
            sizeMB: number;
            usage?: components["schemas"]["VolumeUsage"];
        };
        SecretMetadata: {
            [key: string]: string;
        };
        NewSecret: {
            name: string;
            value: string;
            metadata?: components["schemas"]["SecretMetadata"];
        };
        SecretUpdate: {
            value: string;
            metadata?: components["schemas"]["SecretMetadata"];
        };
        Secret: {
            secretID: string;
            name: string;
            /** Format: int32 */
            currentVersion: number;
            metadata: components["schemas"]["SecretMetadata"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        NewSandboxFields: {
            /** @description `[namespace/]alias[:tag]`, or a template id */
            templateID: string;
            /** @default false */
            autoPause: boolean;
            /** @default true */
            autoPauseMemory: boolean;
            autoResume?: components["schemas"]["SandboxAutoResumeConfig"];
            allow_internet_access?: boolean;
            network?: components["schemas"]["SandboxNetworkConfig"];
            metadata?: components["schemas"]["SandboxMetadata"];
            envVars?: components["schemas"]["EnvVars"];
            iam?: components["schemas"]["SandboxIam"];
            volumeMounts?: components["schemas"]["SandboxVolumeMount"][];
            /** @description For clients; the service ignores it */
            mcp?: Record<string, never>;
        };
        NewSandbox: components["schemas"]["NewSandboxFields"] & {
            /**
             * Format: int32
             * @default 15
             */
            timeout: number;
            /** @default false */
            secure: boolean;
        };
        NewSandboxV2: components["schemas"]["NewSandboxFields"] & {
            /**
             * Format: int32
             * @default 300
             */
            timeout: number;
        };
        ConnectSandbox: {
            timeout: components["schemas"]["Seconds"];
            /**
             * @description false boots a paused sandbox from its files; it has no effect on a running one
             * @default true
             */
            memory: boolean;
        };
        ConnectSandboxV2: {
            /**
             * Format: int32
             * @default 300
             */
            timeout: number;
            /**
             * @description false boots a paused sandbox from its files; it has no effect on a running one
             * @default true
             */
            memory: boolean;
        };
        ResumedSandbox: {
            /**
             * Format: int32
             * @default 15
             */
            timeout: number;
            /**
             * @description false boots it from its files
             * @default true
             */
            memory: boolean;
            /**
             * @deprecated
             * @description It has no effect
             */
            autoPause?: boolean;
        };
        SandboxEvent: {
            version: string;
            id: string;
            type: components["schemas"]["LifecycleType"];
            /** @description sandbox_metadata, execution, kill_reason, set_timeout or network_egress */
            eventData: {
                [key: string]: unknown;
            };
            sandboxId: string;
            sandboxTeamId: string;
            sandboxTemplateId: string;
            sandboxBuildId: string;
            sandboxExecutionId: string;
            /** Format: date-time */
            timestamp: string;
        };
        /** @enum {string} */
        LifecycleType: "sandbox.lifecycle.created" | "sandbox.lifecycle.killed" | "sandbox.lifecycle.paused" | "sandbox.lifecycle.resumed" | "sandbox.lifecycle.updated" | "sandbox.lifecycle.checkpointed";
        NewWebhook: {
            name: string;
            url: string;
            /** @default true */
            enabled: boolean;
            events: components["schemas"]["LifecycleType"][];
            signatureSecret: string;
        };
        WebhookUpdate: {
            name?: string;
            url?: string;
            enabled?: boolean;
            events?: components["schemas"]["LifecycleType"][];
            signatureSecret?: string;
        };
        Webhook: {
            id: string;
            teamID: string;
            name: string;
            url: string;
            enabled: boolean;
            events: components["schemas"]["LifecycleType"][];
            /** Format: date-time */
            createdAt: string;
            /** @description The last characters of the secret */
            signatureSecretMask: string;
        };
        Delivery: {
            id: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "dead";
            /** @description Attempts that have ended */
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Of a pending one
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @description Of a delivered or dead one
             */
            endedAt?: string;
            /** @description HTTP status of the last response */
            status?: number;
            /** @description Why the last attempt failed */
            error?: string;
            event?: components["schemas"]["SandboxEvent"];
        };
        WebhookTest: {
            delivered: boolean;
            status?: number;
            error?: string;
        };
        LedgerMark: {
            /** @enum {string} */
            kind: "head" | "cut";
            /** Format: int64 */
            seq: number;
            hash: string;
            /** Format: int64 */
            atMs: number;
            /** @description Ed25519 as base64url */
            signature: string;
        };
        /** @description The fields that are hashed, and the hashes. */
        LedgerEvent: {
            /** Format: int64 */
            seq: number;
            /** Format: int64 */
            atMs: number;
            kind: string;
            actor: string;
            keyID: string | null;
            sandboxID: string | null;
            subject: string | null;
            outcome: string;
            status: number | null;
            reason: string | null;
            previousHash: string;
            hash: string;
        };
        LedgerPage: {
            teamID: string | null;
            keyID: string;
            /** @description PEM */
            publicKey: string;
            events: components["schemas"]["LedgerEvent"][];
            heads: components["schemas"]["LedgerMark"][];
            cut?: components["schemas"]["LedgerMark"];
            lastHead?: components["schemas"]["LedgerMark"];
        };
        Event: {
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @description Null for events of the installation */
            teamID: string | null;
            kind: string;
            /**
             * @description A key, the holder of the admin token, or the installation
             * @enum {string}
             */
            actor: "key" | "admin" | "system";
            keyID?: string;
            /** @description The present name of the key; absent once it is deleted */
            keyName?: string;
            sandboxID?: string;
            /** @description The id of the other resource that the call was about */
            subject?: string;
            /** @enum {string} */
            outcome: "done" | "refused" | "failed";
            /** @description HTTP status of the response */
            status?: number;
            /** @description An error code, why a sandbox ended, or what was refused */
            reason?: string;
        };
        SignIn: {
            /** @description Null where API keys are the only credentials */
            oidc: null | {
                issuer: string;
                /** @description Of a public client */
                clientID: string;
                scope: string;
                authorizationEndpoint: string;
                tokenEndpoint: string;
                deviceAuthorizationEndpoint: string | null;
                revocationEndpoint: string | null;
            };
        };
        TokenRequest: {
            /** @enum {string} */
            grantType: "authorization_code" | "refresh_token";
            code?: string;
            codeVerifier?: string;
            redirectURI?: string;
            /** @description Of the request for the code */
            nonce?: string;
            refreshToken?: string;
        };
        UserToken: {
            /** @description For `Authorization` as a bearer token */
            token: string;
            refreshToken: string | null;
            /** Format: date-time */
            expiresAt: string;
            /** @description The address of the user, or the id */
            name: string;
        };
        Caller: {
            /** @description Null for a user */
            keyID: string | null;
            /** @description Null for a key */
            userName: string | null;
            scope: components["schemas"]["KeyScope"];
            /** @description The `operationId` of each call that the scope allows */
            operations: string[];
            /**
             * Format: date-time
             * @description Of the key; null: it does not expire, or it is a user
             */
            expiresAt: string | null;
            team: components["schemas"]["CallerTeam"];
            /** @description All that `X-Team-ID` may name */
            teams: components["schemas"]["CallerTeam"][];
        };
        CallerTeam: {
            teamID: string;
            slug: string;
            name: string;
            scope: components["schemas"]["KeyScope"];
        };
        Team: {
            teamID: string;
            name: string;
            /** @description The key of the request; for a user, one with the user’s role that expires */
            apiKey: string;
            isDefault: boolean;
        };
        /** @description Null means no limit. */
        TeamLimits: {
            /** Format: int32 */
            runningSandboxes?: number | null;
            /**
             * Format: int32
             * @description Of its running sandboxes
             */
            cpus?: number | null;
            /**
             * Format: int32
             * @description Of its running sandboxes
             */
            memoryMB?: number | null;
            /**
             * Format: int32
             * @description Of its sandboxes, paused ones too, and its snapshots
             */
            diskMB?: number | null;
            /**
             * Format: int32
             * @description Of its volumes, each with its size. Null: as much as diskMB, for its volumes alone; no limit if that is null, too
             */
            volumeMB?: number | null;
            /**
             * Format: int32
             * @description On each route
             */
            requestsPerMinute?: number | null;
        };
        /**
         * @description Sandboxes are started on a ready node only. A standby node keeps its pool; draining and unhealthy nodes empty it.
         * @enum {string}
         */
        NodeStatus: "ready" | "draining" | "connecting" | "unhealthy" | "standby";
        /** @description Each is `key` or `key=value`, with the characters of labels of Kubernetes, and no key is there twice. */
        NodeLabels: string[];
        NodeLabelsChange: {
            labels: components["schemas"]["NodeLabels"];
            /** Format: uuid */
            clusterID?: string;
        };
        TeamChange: components["schemas"]["TeamLimits"] & {
            nodeLabels?: components["schemas"]["NodeLabels"];
        };
        NodeStatusChange: {
            status: components["schemas"]["NodeStatus"];
            /** Format: uuid */
            clusterID?: string;
        };
        MovedSandboxes: {
            sandboxes: components["schemas"]["MovedSandbox"][];
            /** @description Null when there are no more */
            nextAfter: string | null;
        };
        MovedSandbox: {
            sandboxID: string;
            /**
             * @description `moved`: it runs on `nodeID`. `paused`: it is in the object store, and `reason` says why it does not run. `waiting`: something else is done with it at the moment; move again later. `failed`: it goes on running where it was.
             * @enum {string}
             */
            outcome: "moved" | "paused" | "ended" | "waiting" | "failed";
            nodeID?: string;
            reason?: string;
        };
        MachineInfo: {
            cpuFamily: string;
            cpuModel: string;
            cpuModelName: string;
            cpuArchitecture: string;
        };
        DiskMetrics: {
            mountPoint: string;
            device: string;
            filesystemType: string;
            /** Format: int64 */
            usedBytes: number;
            /** Format: int64 */
            totalBytes: number;
        };
        NodeMetrics: {
            /** @description CPUs that its running sandboxes may use */
            allocatedCPU: number;
            /** @description Of all its CPUs together */
            cpuPercent: number;
            cpuCount: number;
            /** Format: int64 */
            allocatedMemoryBytes: number;
            /** Format: int64 */
            memoryUsedBytes: number;
            /** Format: int64 */
            memoryTotalBytes: number;
            hugePagesTotal: number;
            hugePagesUsed: number;
            hugePagesReserved: number;
            /** Format: int64 */
            hugePageSizeBytes: number;
            disks: components["schemas"]["DiskMetrics"][];
        };
        NodeCommon: {
            id: string;
            /** @description Of a node of a cluster */
            name?: string;
            labels: components["schemas"]["NodeLabels"];
            /** @description Changes with each start of its orchestrator */
            serviceInstanceID: string;
            /** Format: uuid */
            clusterID: string;
            version: string;
            commit: string;
            machineInfo: components["schemas"]["MachineInfo"];
            status: components["schemas"]["NodeStatus"];
            /** Format: date-time */
            statusChangedAt: string;
            sandboxCount: number;
            /** @description Since its orchestrator was started */
            createSuccesses: number;
            createFails: number;
            /** @description Builds and snapshots from which sandboxes can be created on it */
            cachedBuildCount: number;
            metrics: components["schemas"]["NodeMetrics"];
        };
        Node: components["schemas"]["NodeCommon"] & {
            sandboxStartingCount: number;
        };
        NodeDetail: components["schemas"]["NodeCommon"] & {
            /** @description Builds and snapshots from which sandboxes can be created on it */
            cachedBuilds: string[];
        };
        AdminTeam: {
            teamID: string;
            slug: string;
            name: string;
            limits: components["schemas"]["TeamLimits"];
            usage: components["schemas"]["TeamUsage"];
            nodeLabels: components["schemas"]["NodeLabels"];
        };
        /** @description What is in use of each limit */
        TeamUsage: {
            runningSandboxes: number;
            cpus: number;
            memoryMB: number;
            /** @description Of all sandboxes, paused ones too, and of all snapshots */
            diskMB: number;
            /** @description Of all volumes, and of deleted ones whose files are on a disk still */
            volumeMB: number;
        };
        CreatedAdminTeam: components["schemas"]["AdminTeam"] & {
            apiKey: components["schemas"]["CreatedTeamAPIKey"];
        };
        /**
         * @description full and admin allow everything, member all but to create, rename and revoke keys, read-only requests that change nothing, sandbox-only the routes below /sandboxes; each allows GET /auth/caller
         * @enum {string}
         */
        KeyScope: "full" | "admin" | "member" | "read-only" | "sandbox-only";
        APIKeyName: string;
        IdentifierMaskingDetails: {
            prefix: string;
            valueLength: number;
            maskedValuePrefix: string;
            maskedValueSuffix: string;
        };
        NewTeamAPIKey: {
            name: components["schemas"]["APIKeyName"];
            scope?: components["schemas"]["KeyScope"];
            /**
             * Format: date-time
             * @description From then on the key is refused; absent: it does not expire
             */
            expiresAt?: string;
        };
        TeamAPIKeyUpdate: {
            name: components["schemas"]["APIKeyName"];
        };
        TeamAPIKey: {
            /** Format: uuid */
            id: string;
            name: string;
            mask: components["schemas"]["IdentifierMaskingDetails"];
            scope: components["schemas"]["KeyScope"];
            /** Format: date-time */
            createdAt: string;
            createdBy?: null;
            /**
             * Format: date-time
             * @description To the minute
             */
            lastUsed?: string | null;
            /**
             * Format: date-time
             * @description Null if it does not expire
             */
            expiresAt?: string | null;
        };
        CreatedTeamAPIKey: components["schemas"]["TeamAPIKey"] & {
            key: string;
        };
        /** @description Either of them */
        SandboxForkResult: {
            sandbox?: components["schemas"]["Sandbox"];
            error?: components["schemas"]["Error"];
        };
        SnapshotInfo: {
            /** @description `<namespace>/<alias>:<tag>`, or `<template id>:<tag>` without a name */
            snapshotID: string;
            /** @description `<namespace>/<alias>:<tag>`; empty without a name */
            names: string[];
        };
        Sandbox: {
            templateID: string;
            sandboxID: string;
            /** @description A constant for old clients */
            clientID: string;
            alias?: string;
            envdVersion: components["schemas"]["EnvdVersion"];
            /** @description Present if the sandbox is secured */
            envdAccessToken?: string;
            trafficAccessToken?: string | null;
            /** @description Base domain of the sandbox's URLs */
            domain?: string | null;
        };
        ListedSandbox: {
            templateID: string;
            alias?: string;
            sandboxID: string;
            clientID: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endAt: string;
            cpuCount: components["schemas"]["CPUCount"];
            memoryMB: components["schemas"]["MemoryMB"];
            diskSizeMB: components["schemas"]["DiskSizeMB"];
            metadata?: components["schemas"]["SandboxMetadata"];
            state: components["schemas"]["SandboxState"];
            envdVersion: components["schemas"]["EnvdVersion"];
            volumeMounts?: components["schemas"]["SandboxVolumeMount"][];
        };
        SandboxDetail: components["schemas"]["ListedSandbox"] & {
            /** @description Present if the sandbox is secured */
            envdAccessToken?: string;
            /** @description Null if it was never set */
            allowInternetAccess?: boolean | null;
            domain?: string | null;
            network?: components["schemas"]["SandboxNetworkConfig"];
            lifecycle?: components["schemas"]["SandboxLifecycle"];
        };
        SandboxLogEntry: {
            /** @description Never changes */
            id?: string;
            /** Format: date-time */
            timestamp: string;
            message: string;
            level: components["schemas"]["LogLevel"];
            fields: {
                [key: string]: string;
            };
        };
        SandboxLogsV2Response: {
            logs: components["schemas"]["SandboxLogEntry"][];
            /** @description Present unless the page is empty and nothing is left; if forward, the previous cursor may get more later */
            nextCursor?: string;
        };
        SandboxLogs: {
            logs: {
                /** Format: date-time */
                timestamp: string;
                /** @description A JSON object with level, logger, message and the fields */
                line: string;
            }[];
            logEntries: components["schemas"]["SandboxLogEntry"][];
        };
        SandboxMetric: {
            /** Format: date-time */
            timestamp: string;
            /**
             * Format: int64
             * @description Seconds
             */
            timestampUnix: number;
            /** Format: int32 */
            cpuCount: number;
            /**
             * Format: float
             * @description Of all CPUs together
             */
            cpuUsedPct: number;
            /**
             * Format: int64
             * @description Bytes
             */
            memUsed: number;
            /**
             * Format: int64
             * @description Bytes
             */
            memTotal: number;
            /**
             * Format: int64
             * @description Bytes of page cache
             */
            memCache: number;
            /**
             * Format: int64
             * @description Bytes that the sandbox has written
             */
            diskUsed: number;
            /**
             * Format: int64
             * @description Bytes
             */
            diskTotal: number;
            /**
             * Format: int64
             * @description Bytes per second that it sent
             */
            networkSentRate?: number;
            /**
             * Format: int64
             * @description Bytes per second that it received
             */
            networkReceivedRate?: number;
        };
        SandboxesWithMetrics: {
            sandboxes: {
                [key: string]: components["schemas"]["SandboxMetric"];
            };
        };
        TeamMetric: {
            /** Format: date-time */
            timestamp: string;
            /**
             * Format: int64
             * @description Seconds
             */
            timestampUnix: number;
            /**
             * Format: int32
             * @description Maximum from this point to the next
             */
            concurrentSandboxes: number;
            /**
             * Format: float
             * @description Sandboxes created or resumed, per second
             */
            sandboxStartRate: number;
        };
        MaxTeamMetric: {
            /** Format: date-time */
            timestamp: string;
            /**
             * Format: int64
             * @description Seconds
             */
            timestampUnix: number;
            /** Format: float */
            value: number;
        };
    };
    responses: {
        /** @description The events */
        SandboxEvents: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SandboxEvent"][];
            };
        };
        /** @description The webhook */
        Webhook: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Webhook"];
            };
        };
        /** @description The volume */
        Volume: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Volume"];
            };
        };
        /** @description The secret without its value */
        Secret: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Secret"];
            };
        };
        /** @description The sandbox */
        Sandbox: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sandbox"];
            };
        };
        /** @description The rate limit of the team on this route, or that of the address on a route without a credential, is reached, or a quota would be exceeded */
        TooMany: {
            headers: {
                /** @description Limit of requests a minute */
                "RateLimit-Limit"?: number;
                /** @description Requests that are left in the bucket */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until the bucket is full */
                "RateLimit-Reset"?: number;
                /** @description Seconds; absent for a quota */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The error */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Chosen by the client, for one sandbox. Of requests of the team with the same key and the same body, the first creates the sandbox and the others return it, with `Idempotent-Replayed: true`. With another body: 422. After the end of the sandbox: 409, until its record is deleted after a week. */
        idempotencyKey: string;
        /** @description `wait=N` (RFC 7240): a create that starts the build of a template that comes with Cay gets 503 with the `error_code` `template_building` after N seconds if the build goes on then; without the header, and at most, after 45. */
        prefer: string;
        webhookID: string;
        eventOffset: number;
        eventLimit: number;
        /** @description Oldest first */
        orderAsc: boolean;
        /** @description The last event of the previous page */
        afterSeq: number;
        /** @description Begins with the first event that is not older */
        since: string;
        ledgerLimit: number;
        /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
        sandboxID: string;
        teamID: string;
        nodeID: string;
        /** @description An installation is one cluster, whose id is all zeros. */
        clusterID: string;
        /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
        templateID: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It takes requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooMany"];
            /** @description It is stopping */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            429: components["responses"]["TooMany"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a form for each call and without external resources */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: components["responses"]["TooMany"];
        };
    };
    getSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Error"];
        };
    };
    exchangeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grantType": "authorization_code",
                 *       "code": "SplxlOBeZQQYbYS6WxSbIA",
                 *       "codeVerifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
                 *       "redirectURI": "https://cay.example.com/",
                 *       "nonce": "n-0S6_WzA2Mj"
                 *     }
                 */
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserToken"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Error"];
        };
    };
    getCaller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key or the user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Caller"];
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    startCliLogin: {
        parameters: {
            query?: {
                /** @description `http://localhost:PORT` */
                next?: string;
                cliVersion?: string;
                /** @description The outcome */
                state?: "success" | "error";
                email?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome or the steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The page of the identity provider */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `next` is missing, or is not on the machine of the user */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The identity provider has no sign-in by device code */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests from this address */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The identity provider does not respond */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    finishCliLogin: {
        parameters: {
            query: {
                state: string;
                code?: string;
                error?: string;
                error_description?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The port of the command line */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The sign-in was not begun in this browser, or took too long */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description This installation has no sign-in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests from this address */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The identity provider does not respond */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    waitForCliLogin: {
        parameters: {
            query: {
                wait: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The port of the command line, or this page again */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The sign-in was not begun here, or took too long */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description This installation has no sign-in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests from this address */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The identity provider does not respond */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    listSandboxesV1: {
        parameters: {
            query?: {
                /** @description As in GET /v2/sandboxes. */
                metadata?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedSandbox"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    createSandbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, for one sandbox. Of requests of the team with the same key and the same body, the first creates the sandbox and the others return it, with `Idempotent-Replayed: true`. With another body: 422. After the end of the sandbox: 409, until its record is deleted after a week. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `wait=N` (RFC 7240): a create that starts the build of a template that comes with Cay gets 503 with the `error_code` `template_building` after N seconds if the build goes on then; without the header, and at most, after 45. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "templateID": "base",
                 *       "timeout": 300,
                 *       "secure": true,
                 *       "metadata": {
                 *         "purpose": "first steps"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSandbox"];
            };
        };
        responses: {
            201: components["responses"]["Sandbox"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            422: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listSandboxes: {
        parameters: {
            query?: {
                /** @description Pairs `key=value` joined by `&`, all of which must match; each key and value is URL-encoded, once or, as official clients do, twice. */
                metadata?: string;
                /** @description States to list; both by default. */
                state?: components["schemas"]["SandboxState"][];
                /** @description The name, without a tag, or the id of the template they were created from. */
                template?: string;
                /** @description Only sandboxes that started at this time or later, to the millisecond. */
                startedAfter?: string;
                /** @description By start time. A nextToken is valid for one order. */
                order?: "asc" | "desc";
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    /** @description Present if there are more */
                    "X-Next-Token"?: string;
                    /** @description Running sandboxes that match, over all pages */
                    "X-Total-Running"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedSandbox"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    createSandboxV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, for one sandbox. Of requests of the team with the same key and the same body, the first creates the sandbox and the others return it, with `Idempotent-Replayed: true`. With another body: 422. After the end of the sandbox: 409, until its record is deleted after a week. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
                /** @description `wait=N` (RFC 7240): a create that starts the build of a template that comes with Cay gets 503 with the `error_code` `template_building` after N seconds if the build goes on then; without the header, and at most, after 45. */
                Prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "templateID": "base",
                 *       "timeout": 300,
                 *       "autoPause": true,
                 *       "metadata": {
                 *         "purpose": "first steps"
                 *       },
                 *       "network": {
                 *         "allowOut": [
                 *           "api.example.com"
                 *         ],
                 *         "denyOut": [
                 *           "0.0.0.0/0"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSandboxV2"];
            };
        };
        responses: {
            201: components["responses"]["Sandbox"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            422: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    getSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxDetail"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    killSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox has ended and is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    setSandboxTimeout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timeout": 600
                 *     }
                 */
                "application/json": {
                    timeout: components["schemas"]["Seconds"];
                };
            };
        };
        responses: {
            /** @description Set */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    setSandboxNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allowOut": [
                 *         "api.example.com"
                 *       ],
                 *       "denyOut": [
                 *         "0.0.0.0/0"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SandboxNetworkUpdateConfig"];
            };
        };
        responses: {
            /** @description Set */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    refreshSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "duration": 600
                 *     }
                 */
                "application/json": {
                    duration?: number;
                };
            };
        };
        responses: {
            /** @description Extended, or long enough already */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    connectSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timeout": 300
                 *     }
                 */
                "application/json": components["schemas"]["ConnectSandbox"];
            };
        };
        responses: {
            200: components["responses"]["Sandbox"];
            201: components["responses"]["Sandbox"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    connectSandboxV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timeout": 300
                 *     }
                 */
                "application/json": components["schemas"]["ConnectSandboxV2"];
            };
        };
        responses: {
            200: components["responses"]["Sandbox"];
            201: components["responses"]["Sandbox"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    pauseSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "memory": true
                 *     }
                 */
                "application/json": {
                    /** @default true */
                    memory?: boolean;
                };
            };
        };
        responses: {
            /** @description Paused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
            507: components["responses"]["Error"];
        };
    };
    resumeSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timeout": 300
                 *     }
                 */
                "application/json": components["schemas"]["ResumedSandbox"];
            };
        };
        responses: {
            201: components["responses"]["Sandbox"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    forkSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "count": 2,
                 *       "timeout": 300
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: int32
                     * @description Timeout of each copy in seconds
                     * @default 15
                     */
                    timeout?: number;
                    /**
                     * Format: int32
                     * @default 1
                     */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description One entry for each requested copy */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxForkResult"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
            507: components["responses"]["Error"];
        };
    };
    createSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "prepared:v1"
                 *     }
                 */
                "application/json": {
                    /** @description `[namespace/]alias[:tag]`; the namespace is the slug of the team */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The snapshot */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotInfo"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
            507: components["responses"]["Error"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description Only snapshots of this sandbox */
                sandboxID?: string;
                /** @description An alias or a template's id; with a tag only snapshots of that tag. */
                name?: string;
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    /** @description Present if there are more */
                    "X-Next-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotInfo"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    requestBuild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "data-tools:v1",
                 *       "cpuCount": 2,
                 *       "memoryMB": 1024
                 *     }
                 */
                "application/json": components["schemas"]["NewBuild"];
            };
        };
        responses: {
            /** @description The build waits to be started */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedBuild"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    startBuild: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                buildID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fromImage": "python:3.12-slim",
                 *       "steps": [
                 *         {
                 *           "type": "RUN",
                 *           "args": [
                 *             "pip install pandas",
                 *             "root"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BuildOrder"];
            };
        };
        responses: {
            /** @description The build is running */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getUploadLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                /** @description SHA-256 of the files as the client computes it */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A link that is valid for half an hour */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadLink"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getBuildStatus: {
        parameters: {
            query?: {
                /** @description Index of the first log entry, counted among those of this level or above */
                logsOffset?: number;
                limit?: number;
                level?: components["schemas"]["LogLevel"];
            };
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                buildID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The build */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateBuildInfo"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getBuildLogs: {
        parameters: {
            query?: {
                /** @description The nextCursor of the previous page */
                pageCursor?: string;
                /** @description Start of the first page, in milliseconds since 1970 */
                cursor?: number;
                limit?: number;
                direction?: "forward" | "backward";
                level?: components["schemas"]["LogLevel"];
                source?: "temporary" | "persistent";
            };
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                buildID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateBuildLogsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTemplateByAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alias: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template of your team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateAlias"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listTemplatesV1: {
        parameters: {
            query?: {
                teamID?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                teamID?: string;
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    /** @description Present if there are more */
                    "X-Next-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "public": true
                 *     }
                 */
                "application/json": components["schemas"]["TemplateUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        names: string[];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    assignTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target": "data-tools:v1",
                 *       "tags": [
                 *         "stable"
                 *       ]
                 *     }
                 */
                "application/json": {
                    target: string;
                    tags: string[];
                };
            };
        };
        responses: {
            /** @description Assigned */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tags: string[];
                        buildID: string;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    removeTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "data-tools",
                 *       "tags": [
                 *         "stable"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    tags: string[];
                };
            };
        };
        responses: {
            /** @description The tags are removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateTag"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTemplate: {
        parameters: {
            query?: {
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template, with one page of its builds */
            200: {
                headers: {
                    /** @description Present if there are more builds */
                    "X-Next-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateWithBuilds"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    updateTemplateV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "public": true
                 *     }
                 */
                "application/json": components["schemas"]["TemplateUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Web Key Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            429: components["responses"]["TooMany"];
        };
    };
    listSecrets: {
        parameters: {
            query?: {
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    /** @description Present if there are more */
                    "X-Next-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "OPENAI_API_KEY",
                 *       "value": "sk-example"
                 *     }
                 */
                "application/json": components["schemas"]["NewSecret"];
            };
        };
        responses: {
            201: components["responses"]["Secret"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    getSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, or the name. */
                secretID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    updateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, or the name. */
                secretID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "sk-example-2"
                 *     }
                 */
                "application/json": components["schemas"]["SecretUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, or the name. */
                secretID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; requests that would use it fail from now on */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listVolumes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The volumes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedVolume"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    createVolume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "models"
                 *     }
                 */
                "application/json": components["schemas"]["NewVolume"];
            };
        };
        responses: {
            201: components["responses"]["Volume"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
            507: components["responses"]["Error"];
        };
    };
    getVolume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                volumeID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Volume"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    deleteVolume: {
        parameters: {
            query?: {
                /** @description Deletes it also while sandboxes have it mounted */
                force?: boolean;
            };
            header?: never;
            path: {
                volumeID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    getSandboxLogsV2: {
        parameters: {
            query?: {
                /** @description The nextCursor of the previous page. It is valid for one direction. */
                pageCursor?: string;
                /** @description For the first page, in milliseconds since 1970. Entries from then on if forward, until then if backward. */
                cursor?: number;
                limit?: number;
                /** @description By default the direction of the pageCursor, else backward. */
                direction?: components["schemas"]["LogsDirection"];
                /** @description Minimum level. */
                level?: components["schemas"]["LogLevel"];
                /** @description Case-sensitive substring of the message. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxLogsV2Response"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    getSandboxLogs: {
        parameters: {
            query?: {
                /** @description Milliseconds since 1970; the start of the log by default. */
                start?: number;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxLogs"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys, masked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamAPIKey"][];
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci"
                 *     }
                 */
                "application/json": components["schemas"]["NewTeamAPIKey"];
            };
        };
        responses: {
            /** @description The only response that contains the key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTeamAPIKey"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                apiKeyID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    renameApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                apiKeyID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "deployment"
                 *     }
                 */
                "application/json": components["schemas"]["TeamAPIKeyUpdate"];
            };
        };
        responses: {
            /** @description The updated key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamAPIKey"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getSandboxMetrics: {
        parameters: {
            query?: {
                /** @description Unix seconds; the start of the sandbox by default */
                start?: number;
                /** @description Unix seconds; now by default */
                end?: number;
            };
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The points */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxMetric"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    getSandboxesMetrics: {
        parameters: {
            query: {
                sandbox_ids: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The points by sandbox id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxesWithMetrics"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listTeams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][];
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTeamMetrics: {
        parameters: {
            query?: {
                /** @description Unix seconds; 7 days before the end by default */
                start?: number;
                /** @description Unix seconds; now by default */
                end?: number;
            };
            header?: never;
            path: {
                teamID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The points, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMetric"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    getMaxTeamMetric: {
        parameters: {
            query: {
                /** @description Unix seconds; 7 days before the end by default */
                start?: number;
                /** @description Unix seconds; now by default */
                end?: number;
                metric: "concurrent_sandboxes" | "sandbox_start_rate";
            };
            header?: never;
            path: {
                teamID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The value, 0 if nothing is known */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaxTeamMetric"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                sandboxID?: string;
                kind?: string;
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    /** @description Present if there are more */
                    "X-Next-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listSandboxEvents: {
        parameters: {
            query?: {
                offset?: components["parameters"]["eventOffset"];
                limit?: components["parameters"]["eventLimit"];
                /** @description Oldest first */
                orderAsc?: components["parameters"]["orderAsc"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SandboxEvents"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listEventsOfSandbox: {
        parameters: {
            query?: {
                offset?: components["parameters"]["eventOffset"];
                limit?: components["parameters"]["eventLimit"];
                /** @description Oldest first */
                orderAsc?: components["parameters"]["orderAsc"];
            };
            header?: never;
            path: {
                /** @description The id; a suffix `-<anything>`, which old clients send, is ignored. */
                sandboxID: components["parameters"]["sandboxID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SandboxEvents"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "My receiver",
                 *       "url": "https://example.com/webhook",
                 *       "events": [
                 *         "sandbox.lifecycle.created"
                 *       ],
                 *       "signatureSecret": "secret-for-event-signature-verification"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            201: components["responses"]["Webhook"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Webhook"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; nothing more is sent to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Webhook"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the attempt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description dead: all attempts have failed */
                state?: "pending" | "delivered" | "dead";
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    /** @description Present if there are more */
                    "X-Next-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookID: components["parameters"]["webhookID"];
                deliveryID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery that is pending now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    readLedger: {
        parameters: {
            query?: {
                /** @description The last event of the previous page */
                after?: components["parameters"]["afterSeq"];
                /** @description Begins with the first event that is not older */
                since?: components["parameters"]["since"];
                limit?: components["parameters"]["ledgerLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    adminReadLedger: {
        parameters: {
            query?: {
                /** @description Absent: the installation */
                teamID?: string;
                /** @description The last event of the previous page */
                after?: components["parameters"]["afterSeq"];
                /** @description Begins with the first event that is not older */
                since?: components["parameters"]["since"];
                limit?: components["parameters"]["ledgerLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    adminListLedgers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Teams, and null for the installation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (string | null)[];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    adminListEvents: {
        parameters: {
            query?: {
                teamID?: string;
                sandboxID?: string;
                kind?: string;
                nextToken?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    /** @description Present if there are more */
                    "X-Next-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminListTeams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTeam"][];
                };
            };
            401: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminCreateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "research",
                 *       "name": "Research"
                 *     }
                 */
                "application/json": {
                    /** @description The namespace of its template names */
                    slug: string;
                    /** @description The slug by default */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The team with its key, in the only response that contains it */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAdminTeam"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminSetTeamLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "runningSandboxes": 20,
                 *       "requestsPerMinute": 600
                 *     }
                 */
                "application/json": components["schemas"]["TeamChange"];
            };
        };
        responses: {
            /** @description The updated team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTeam"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminCreateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci"
                 *     }
                 */
                "application/json": components["schemas"]["NewTeamAPIKey"];
            };
        };
        responses: {
            /** @description The only response that contains the key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTeamAPIKey"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminDeleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
                apiKeyID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminKillSandboxes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were ended, and how many could not be ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        killedCount: number;
                        failedCount: number;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminCancelBuilds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                teamID: components["parameters"]["teamID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were ended, and how many could not be ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cancelledCount: number;
                        failedCount: number;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminCountRunning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Teams without running sandboxes are left out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: number;
                    };
                };
            };
            401: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminListNodes: {
        parameters: {
            query?: {
                /** @description An installation is one cluster, whose id is all zeros. */
                clusterID?: components["parameters"]["clusterID"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"][];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminGetNode: {
        parameters: {
            query?: {
                /** @description An installation is one cluster, whose id is all zeros. */
                clusterID?: components["parameters"]["clusterID"];
            };
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The node */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NodeDetail"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    adminSetNodeStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "draining"
                 *     }
                 */
                "application/json": components["schemas"]["NodeStatusChange"];
            };
        };
        responses: {
            /** @description Set */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    adminRemoveNode: {
        parameters: {
            query?: {
                /** @description Removes it also while volumes are on it, which are lost */
                force?: boolean;
                /** @description An installation is one cluster, whose id is all zeros. */
                clusterID?: components["parameters"]["clusterID"];
            };
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    adminMoveSandboxes: {
        parameters: {
            query?: {
                /** @description `nextAfter` of the response before */
                after?: string;
                /** @description An installation is one cluster, whose id is all zeros. */
                clusterID?: components["parameters"]["clusterID"];
            };
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedSandboxes"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    adminSetNodeLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "labels": [
                 *         "gpu",
                 *         "disk=ssd"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NodeLabelsChange"];
            };
        };
        responses: {
            /** @description Set */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    adminLoseNode: {
        parameters: {
            query?: {
                /** @description An installation is one cluster, whose id is all zeros. */
                clusterID?: components["parameters"]["clusterID"];
            };
            header?: never;
            path: {
                nodeID: components["parameters"]["nodeID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Given up */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
            504: components["responses"]["Error"];
        };
    };
    listTeamBuilds: {
        parameters: {
            query?: {
                /** @description The id of a build or of a template, or an alias */
                build_id_or_template?: string;
                statuses?: components["schemas"]["DashboardBuildStatus"][];
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardBuilds"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listBuildStatuses: {
        parameters: {
            query: {
                build_ids: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statuses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardBuildStatuses"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTeamBuild: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                build_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The build */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardBuild"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listDashboardTemplates: {
        parameters: {
            query?: {
                /** @description Only public templates, or only others */
                public?: boolean;
                /** @description A part of an alias, a name or the id */
                search?: string;
                sort?: "created_at_asc" | "created_at_desc" | "updated_at_asc" | "updated_at_desc";
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardTemplates"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listDefaultTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefaultTemplates"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getDashboardTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardTemplate"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listTagGroups: {
        parameters: {
            query?: {
                assignmentLimit?: number;
                tagsLimit?: number;
                /** @description The `nextCursor` of the page before */
                tagsCursor?: string;
                /** @description A part of the tag */
                search?: string;
                sort?: "latest_desc" | "latest_asc" | "name_asc" | "name_desc";
            };
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagGroups"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    countTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagCount"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    checkTag: {
        parameters: {
            query: {
                tag: string;
            };
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it has one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagExistence"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    listTagAssignments: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description `[namespace/]alias[:tag]`, percent-encoded, or a template id. */
                templateID: components["parameters"]["templateID"];
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignments"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
}
