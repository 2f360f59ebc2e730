/**
 * Prints a migration that makes the tables of modules, as their definitions are now:
 * `node scripts/make-migration.ts <module> [<module> …] > server/db/migrations/YYYY-MM-DD-name.ts`
 *
 * Do not change the file afterwards: it contains plain SQL, so later changes of a definition do not affect it. Add its
 * line to `server/db/migrations/index.ts` by hand. A changed definition needs a migration written by hand; the server
 * names the differences when it starts.
 */
import { createRegistry } from '#server/engine/schema/registry.ts'
import {
  capacityTriggerStatements,
  ownerIndexStatements,
  tableStatements,
  type Dialect,
} from '#server/engine/schema/table-statements.ts'
import { serverModules } from '#server/modules/index.ts'

/** Maximum number of characters in a line of SQL. */
const maxLineLength = 104

const names = process.argv.slice(2)
if (names.length === 0) {
  process.stderr.write('Name the modules whose tables are to be made.\n')
  process.exitCode = 1
} else process.stdout.write(formatMigration(names))

function formatMigration(modules: readonly string[]): string {
  return `import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Tables of the modules ${modules.join(', ')}. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const sqlite = [
${formatStatements(modules, 'sqlite')}
]

const postgres = [
${formatStatements(modules, 'postgres')}
]
`
}

function formatStatements(modules: readonly string[], dialect: Dialect): string {
  const registry = createRegistry(serverModules)
  const statements = modules.flatMap((name) => {
    const module = registry.get(name)
    return [
      ...tableStatements(module, dialect),
      ...ownerIndexStatements(module),
      ...capacityTriggerStatements(module, dialect),
    ]
  })
  return statements.map((statement) => `  \`${wrap(statement)}\`,`).join('\n')
}

/** Wraps a statement at spaces, which SQL treats as one. */
function wrap(statement: string): string {
  const lines: string[] = ['']
  for (const word of statement.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length > maxLineLength) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n    ')
}
