/** What the gateway calls itself to clients and to servers. */
export const gatewayImplementation = { name: 'mcp-gateway', version: '0.1.0' }
