// Generated from spec/ by `npm run generate`. Do not edit.
/** The whole description of the control API. */
export declare const document: { readonly [part: string]: unknown }
