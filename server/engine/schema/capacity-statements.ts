import type { ModuleDefinition } from '#contract/module-definition.ts'
import { listFieldColumns } from '#server/db/module-tables.ts'
import type { CapacityRule } from './server-module.ts'
import { literalCondition, type Dialect, type TableSource } from './table-statements.ts'

/** Names of the triggers that keep the uses of a rule. */
export function capacityTriggers(module: string, { relation }: CapacityRule, dialect: Dialect): string[] {
  const name = `${module}_${relation}_uses`
  return dialect === 'sqlite' ? [`${name}_put`, `${name}_take`, `${name}_swap`] : [name]
}

/**
 * The statements by which the database itself keeps in `capacity_uses` which row takes a place of which other one, for
 * every rule of a module. It is right at each commit, whatever wrote the row, and counting reads an index.
 */
export function capacityStatements({ definition, capacities = [] }: TableSource, dialect: Dialect): string[] {
  return capacities.flatMap((rule) => {
    const { put, take } = useStatements(definition, rule, dialect)
    const [name, onDelete, onUpdate] = capacityTriggers(definition.name, rule, dialect)
    const params = (rule.where ?? []).map(({ param }) => param)
    const watched = ['deleted_at', rule.relation, ...params].map((column) => `"${column}"`).join(', ')
    const table = `"${definition.name}"`
    if (dialect === 'sqlite')
      return [
        `create trigger "${name}" after insert on ${table} begin ${put}; end`,
        `create trigger "${onDelete}" after delete on ${table} begin ${take}; end`,
        `create trigger "${onUpdate}" after update of ${watched} on ${table} begin ${take}; ${put}; end`,
      ]
    return [
      `create function "${name}"() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${take}; end if;
        if tg_op <> 'DELETE' then ${put}; end if;
        return null; end $$`.replaceAll(/\s+/g, ' '),
      `create trigger "${name}" after insert or delete or update of ${watched} on ${table} for each row execute function "${name}"()`,
    ]
  })
}

/** Notes the uses of the row as it is now, and forgets those of the row as it was. */
function useStatements(definition: ModuleDefinition, rule: CapacityRule, dialect: Dialect) {
  const field = definition.fields[rule.relation]
  const [column] = field ? listFieldColumns(rule.relation, field) : []
  if (!field || !column) throw new TypeError(`${definition.name} has no relation ${rule.relation}`)
  const rows = [
    `"id" = new."id"`,
    `"deleted_at" is null`,
    ...(rule.where ?? []).map((item) => literalCondition(item, dialect)),
  ].join(' and ')
  const used = `(select "id", "${column.name}" as "held" from "${definition.name}" where ${rows}) as used`
  const isMany = field.relation?.many === true
  const source = isMany
    ? `${used}, ${itemsOf('used."held"', dialect)}`
    : `${used} where used."held" is not null`
  const target = isMany ? 'item.value' : 'used."held"'
  const scope = `'${definition.name}', '${rule.relation}'`
  const old = `old."${column.name}"`
  const had = isMany ? `in (select item.value from ${itemsOf(old, dialect)})` : `= ${old}`
  return {
    put: `insert into capacity_uses (module, relation, target, row_id) select distinct ${scope}, ${target}, used."id" from ${source}`,
    take: `delete from capacity_uses where (module, relation) = (${scope}) and target ${had} and row_id = old."id"`,
  }
}

/** The items of a JSON array as rows. */
function itemsOf(array: string, dialect: Dialect): string {
  return dialect === 'sqlite'
    ? `json_each(${array}) as item`
    : `jsonb_array_elements_text(${array}::jsonb) as item(value)`
}
