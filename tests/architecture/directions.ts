import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

/** Folders of the server from the bottom up: a folder imports folders before it only. */
export const serverOrder = [
  'db',
  'secrets',
  'http',
  'files',
  'spreadsheets',
  'messages',
  'accounts',
  'engine',
  'uploads',
  'downloads',
  'modules',
  'seo',
  'sample',
  'schedule-import',
  'ops',
] as const

/** Folders of the engine from the bottom up. */
export const engineOrder = [
  'field-types',
  'schema',
  'changes',
  'query',
  'write',
  'metadata',
  'import',
  'export',
  'routes',
] as const

/** Folders of the console from the bottom up. */
export const consoleOrder = [
  'data',
  'shell',
  'field-controls',
  'field-types',
  'field-values',
  'filters',
  'panels',
  'undo',
  'record',
  'history',
  'form',
  'review-queue',
  'board',
  'bulk',
  'list',
  'import',
] as const

/** Who may import whom (docs/ARCHITECTURE.md). Paths are relative to the folder that is read. */
export const directions: IForbiddenRuleType[] = [
  forbid('contract-imports-nothing', '^contract/', '^(server|src|sw|scripts|tests|node_modules)/'),
  forbid('server-imports-contract-only', '^server/', '^(src|sw|scripts|tests)/'),
  forbid('src-imports-contract-only', '^src/', '^(server|sw|scripts|tests)/'),
  // Its sending is the outbox's own, by a door without a page.
  forbid(
    'sw-imports-contract-and-outbox-only',
    '^sw/',
    '^(server/|src/(?!outbox/worker[.]ts)|scripts/|tests/)',
  ),
  forbid(
    'platform-and-ui-know-no-feature',
    '^src/(platform|ui)/',
    '^src/(features|console|forms|outbox|routes|app)/',
  ),
  forbid('outbox-knows-no-feature', '^src/outbox/', '^src/(features|console|forms|routes|app)/'),
  forbid('forms-know-no-feature', '^src/forms/', '^src/(features|console|routes|app)/'),
  forbid('ui-makes-no-call', '^src/ui/', '^src/platform/api'),
  forbid('features-know-no-route', '^src/(features|console)/', '^src/routes/'),
  {
    name: 'features-through-their-door',
    severity: 'error',
    from: { path: '^src/features/([^/]+/[^/]+)/' },
    // What a feature's tests are fed with may feed another's: no program imports it.
    to: {
      path: '^src/features/',
      pathNot: ['^src/features/$1/', '^src/features/[^/]+/[^/]+/(index|[^/]+[.]fixture)[.]ts$'],
    },
  },
  {
    name: 'features-through-their-door-from-outside',
    severity: 'error',
    from: { path: '^src/(app|routes|main)' },
    to: { path: '^src/features/', pathNot: '^src/features/[^/]+/[^/]+/index[.]ts$' },
  },
  {
    name: 'outbox-through-its-door',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/outbox/' },
    to: { path: '^src/outbox/', pathNot: '^src/outbox/(index|[^/]+[.]fixture)[.]ts$' },
  },
  {
    name: 'console-only-from-its-lazy-route',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/console/', '^src/routes/.*console[^/]*[.]lazy[.]tsx$'] },
    to: { path: '^src/console/' },
  },
  forbid('engine-and-http-name-no-module', '^server/(engine|http)/', '^(server|contract)/modules/'),
  forbid(
    'server-folders-know-no-start',
    '^server/[^/]+/',
    '^server/(app|main|prepare-database|start-failure|drain)[.]ts$',
  ),
  forbid('migrations-import-only-kysely', '^server/db/migrations/(?!index)', '^(contract|server)/'),
  {
    name: 'imports-resolve',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true, dependencyTypesNot: ['type-only'] },
  },
]

function forbid(name: string, from: string, to: string): IForbiddenRuleType {
  return { name, severity: 'error', from: { path: from, pathNot: '[.]test[.]tsx?$' }, to: { path: to } }
}

/** One file of ours that imports another as it is loaded; what is fetched at its first use does not count. */
export interface FileImport {
  from: string
  to: string
  isTypeOnly: boolean
}

/** Reads every import under a folder that is laid out like the project, and says which ones break a direction. */
export async function readImports(folder: string): Promise<{
  modules: string[]
  imports: FileImport[]
  violations: { rule: string; from: string; to: string }[]
}> {
  const sources = ['contract', 'server', 'src', 'sw']
  const { output } = await cruise(
    sources,
    {
      baseDir: folder,
      parser: 'swc',
      ruleSet: { forbidden: directions },
      validate: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: 'routeTree[.]gen[.]ts$' },
      tsPreCompilationDeps: true,
    },
    {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  )
  const result = output as ICruiseResult
  const own = result.modules.filter(({ source }) => !source.includes('node_modules'))
  return {
    modules: own.map(({ source }) => source),
    imports: own.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ dynamic, resolved }) => !dynamic && /^(?!.*node_modules).*[.]tsx?$/.test(resolved))
        .map(({ resolved, dependencyTypes }) => ({
          from: source,
          to: resolved,
          isTypeOnly: dependencyTypes.includes('type-only'),
        })),
    ),
    violations: result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}
