// Who may import whom. The picture is in ARCHITECTURE.md.
const services = 'control|orchestrator|proxy|envd|egress|agent'
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/(?!contract/)' },
    },
    {
      name: 'core-imports-contract-only',
      severity: 'error',
      from: { path: '^packages/core/' },
      to: { path: '^packages/(?!core/|contract/)' },
    },
    {
      name: 'core-is-blind',
      severity: 'error',
      from: { path: '^packages/(core|contract)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'kit-imports-down',
      severity: 'error',
      from: { path: '^packages/kit/' },
      to: { path: '^packages/(?!kit/|core/|contract/)' },
    },
    {
      name: 'services-meet-on-the-wire',
      severity: 'error',
      from: { path: `^packages/(${services})/` },
      to: { path: `^packages/(${services}|cli)/`, pathNot: '^packages/$1/' },
    },
    {
      name: 'builder-is-started-not-imported',
      severity: 'error',
      from: { path: '^packages/(?!builder/)' },
      to: { path: '^packages/builder/' },
    },
    {
      name: 'builder-imports-down',
      severity: 'error',
      from: { path: '^packages/builder/' },
      to: { path: '^packages/(?!builder/|kit/|core/|contract/)' },
    },
    {
      name: 'mcp-gateway-runs-in-sandboxes',
      comment: 'It is bundled into a template.',
      severity: 'error',
      from: { path: '^packages/mcp-gateway/' },
      to: { path: '^packages/(?!mcp-gateway/|kit/)' },
    },
    {
      name: 'mcp-gateway-is-started-not-imported',
      severity: 'error',
      from: { path: '^packages/(?!mcp-gateway/)' },
      to: { path: '^packages/mcp-gateway/' },
    },
    {
      name: 'dashboard-imports-contract-only',
      comment: 'It runs in browsers and knows the public interfaces.',
      severity: 'error',
      from: { path: '^packages/dashboard/' },
      to: { path: '^packages/(?!dashboard/|contract/)' },
    },
    {
      name: 'dashboard-is-served-not-imported',
      severity: 'error',
      from: { path: '^packages/(?!dashboard/)' },
      to: { path: '^packages/dashboard/' },
    },
    {
      name: 'dashboard-rules-know-no-browser',
      severity: 'error',
      from: { path: '^packages/dashboard/src/rules/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/dashboard/src/(?!rules/)' },
    },
    {
      name: 'blobs-import-down',
      severity: 'error',
      from: { path: '^packages/blobs/' },
      to: { path: '^packages/(?!blobs/|kit/|core/|contract/)' },
    },
    {
      name: 'blobs-serve-control-nodes-and-the-command',
      severity: 'error',
      from: { path: '^packages/(?!blobs/|control/|orchestrator/|cli/)' },
      to: { path: '^packages/blobs/' },
    },
    {
      name: 'cli-imports-down',
      severity: 'error',
      from: { path: '^packages/cli/' },
      to: { path: `^packages/(${services})/` },
    },
    {
      name: 'one-importer-of-child-process',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/kit/src/host/' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'dialects-are-pure',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/dialect/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?path' },
    },
    {
      name: 'edges-have-no-rules-above',
      severity: 'error',
      from: { path: '/src/edge/' },
      // What moves artifacts is a library to those that use it.
      to: { path: '/src/(app|http|rpc)/', pathNot: '^packages/blobs/' },
    },
    {
      name: 'edges-of-blobs-have-no-rules-above',
      severity: 'error',
      from: { path: '^packages/blobs/src/edge/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/blobs/src/app/' },
    },
    {
      name: 'inner-layers-import-no-doors',
      comment:
        'Verbs, translation and ports know neither the machine nor its simulation: both are handed in.',
      severity: 'error',
      from: {
        path: `^packages/(${services}|builder|blobs|cli|mcp-gateway)/src/(app|dialect|ports)/`,
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '/src/(edge|sim|testing|http|rpc)/' },
    },
    {
      name: 'ports-are-a-folder',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: `^packages/(${services}|builder|cli)/src/[a-z-]*ports\\.ts$` },
    },
    {
      name: 'dialect-and-ports-know-no-verbs',
      severity: 'error',
      from: {
        path: `^packages/(${services}|builder|blobs|cli|mcp-gateway)/src/(dialect|ports)/`,
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '/src/app/' },
    },
    {
      name: 'composition-roots-are-started-not-imported',
      severity: 'error',
      from: { path: '^packages/', pathNot: '\\.test\\.ts$|/src/([a-z-]+\\.ts$|wiring/|sim/|testing/)' },
      to: { path: `^packages/(${services})/src/(main\\.ts$|start-[a-z]+\\.ts$|wiring/)` },
    },
    {
      name: 'containers-know-no-sandboxes',
      comment: 'What a package of containers would hold: docs/decisions/0027.',
      severity: 'error',
      from: { path: '^packages/orchestrator/src/app/(container|pool)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/orchestrator/src/app/(?!container/|pool/)' },
    },
    {
      name: 'one-client-of-guests',
      comment:
        'A guest may send anything, so the calls of a node to the daemons of its sandboxes have their bounds in one place. The other files listed call services of Cay, or serve.',
      severity: 'error',
      from: {
        path: '^packages/orchestrator/src/',
        pathNot: [
          '\\.test\\.ts$|/src/(sim|testing|volume-content)/|/src/main\\.ts$|/src/edge/guest/',
          '/src/edge/(artifact/artifact-records|lease/control-lease|network/egress-client|sandbox/control-consent)\\.ts$',
        ],
      },
      to: {
        path: '^(node:)?(http|https|http2|net|tls)$|/(connect-node|undici|ws)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-client-of-daemons-in-the-proxy',
      comment: 'The proxy forwards what a guest says; where it reads an answer itself, the bounds are there.',
      severity: 'error',
      from: {
        path: '^packages/proxy/src/',
        pathNot:
          '\\.test\\.ts$|/src/(sim|http|edge)/|/src/app/(forwarding/upstream-request|upstream/upstream-connection)\\.ts$',
      },
      to: {
        path: '^(node:)?(http|https|http2|net|tls)$|/(connect-node|undici|ws)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'control-calls-no-guest',
      severity: 'error',
      from: { path: '^packages/(control|egress|agent)/src/' },
      to: { path: 'contract/(src/)?gen/(process|filesystem)/' },
    },
    {
      name: 'sources-do-not-import-tests',
      severity: 'error',
      from: { path: '^packages/', pathNot: '\\.test\\.ts$' },
      to: { path: '^test/|\\.test\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/gen/|^packages/cli/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
}
