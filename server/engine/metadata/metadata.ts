import { createHash } from 'node:crypto'
import { describeField, type MetadataReader } from './describe-field.ts'
import { getTitleTemplate } from '../query/labels.ts'
import { actions } from '../schema/permissions.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import {
  isAllowed,
  getAccessRole,
  visibleFields,
  writableFields,
  canRunAction,
} from '../schema/visible-fields.ts'
import type { EnumOption } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { ModuleMetadata, ActionMetadata } from '#contract/metadata.ts'
import {
  listBoardFields,
  type BoardView,
  type ModuleDefinition,
  type Preset,
} from '#contract/module-definition.ts'
import { listRuleFields, type Rule } from '#contract/rules.ts'
import { toJsonSchema } from '#server/engine/field-types/json-schema.ts'
import type { Caller } from '#server/http/caller.ts'

/** Descriptions of a module, by the access roles in it and in the modules that its fields name. */
interface Described {
  named: readonly ServerModule[]
  byReaders: Map<string, ModuleMetadata>
}

const describedByRegistry = new WeakMap<Registry, Map<ServerModule, Described>>()

/** Describes a module for a caller. Descriptions are cached by access roles, as they do not depend on the user. */
export function describeModule(caller: Caller, module: ServerModule, registry: Registry): ModuleMetadata {
  const { named, byReaders } = getDescribed(module, registry)
  const readers = named.map((one) => getAccessRole(caller, one)).join(' ')
  let metadata = byReaders.get(readers)
  if (!metadata) byReaders.set(readers, (metadata = createMetadata(caller, module, registry)))
  return metadata
}

function getDescribed(module: ServerModule, registry: Registry): Described {
  let modules = describedByRegistry.get(registry)
  if (!modules) describedByRegistry.set(registry, (modules = new Map<ServerModule, Described>()))
  let described = modules.get(module)
  if (!described) {
    const targets = Object.values(module.definition.fields).flatMap(({ relation }) => relation?.module ?? [])
    const named = [module, ...new Set(targets.map((name) => registry.get(name)))]
    modules.set(module, (described = { named, byReaders: new Map() }))
  }
  return described
}

/** Lists options by type code, of the fields that the caller sees. */
export function listOptions(caller: Caller, module: ServerModule): Record<string, readonly EnumOption[]> {
  const fields = [...visibleFields(caller, module, 'metadata').values()]
  return Object.fromEntries(
    fields.flatMap((field) => (field.typeCode && field.options ? [[field.typeCode, field.options]] : [])),
  )
}

function createMetadata(caller: Caller, module: ServerModule, registry: Registry): ModuleMetadata {
  const { definition } = module
  const visible = visibleFields(caller, module, 'metadata')
  const seen = (key: string) => visible.has(key)
  const metadata = {
    name: definition.name,
    label: definition.label,
    group: definition.group,
    titleTemplate: getTitleTemplate(caller, module).template,
    fields: Object.fromEntries(
      [...visible].map(([key, field]) => [
        key,
        describeField({ caller, module, registry, seen }, key, field),
      ]),
    ),
    schemas: createSchemas(caller, module),
    defaultSorters: definition.defaultSorters,
    views: visibleViews(definition.views, seen),
    presets: visiblePresets(definition.presets ?? [], caller, module),
    ...describePublication(caller, module, seen),
    ...(definition.panels ? { panels: definition.panels } : {}),
    options: listOptions(caller, module),
    permissions: actions.filter((action) => isAllowed(caller, module, action)),
    rules: describeRules({ caller, module, registry, seen }),
    ...describeWorkflow(definition, seen),
    actions: describeActions(caller, module, seen),
    limits: definition.limits,
  }
  const hash = createHash('sha256').update(JSON.stringify(metadata)).digest('base64url')
  // 96 bits of the hash make collisions negligible.
  return { ...metadata, revision: hash.slice(0, 16) }
}

/** Describes the publication for callers who see drafts, whose lists mark unpublished rows. */
function describePublication(
  caller: Caller,
  module: ServerModule,
  seen: (key: string) => boolean,
): Pick<ModuleMetadata, 'publication'> {
  const { published: when = [], publishedFrom: from } = module.definition
  if (from === undefined || !isAllowed(caller, module, 'drafts')) return {}
  return [from, ...when.map(({ param }) => param)].every(seen) ? { publication: { from, when } } : {}
}

/** Creates the JSON Schemas of bodies with the fields that the caller may write; none for an action that is not allowed. */
function createSchemas(caller: Caller, module: ServerModule): ModuleMetadata['schemas'] {
  const createSchema = (kind: 'create' | 'update') =>
    toJsonSchema(isAllowed(caller, module, kind) ? writableFields(caller, module) : [], kind)
  return { create: createSchema('create'), update: createSchema('update') }
}

function visibleViews(
  views: ModuleDefinition['views'],
  seen: (key: string) => boolean,
): ModuleMetadata['views'] {
  const { card, board } = views
  return {
    columns: views.columns.filter((column) => seen(column.field)),
    sections: views.sections
      .map((section) => ({ ...section, fields: section.fields.filter(seen) }))
      .filter((section) => section.fields.length > 0),
    ...(card && seen(card.title)
      ? {
          card: {
            title: card.title,
            ...(card.subtitle && seen(card.subtitle) ? { subtitle: card.subtitle } : {}),
            badges: (card.badges ?? []).filter(seen),
          },
        }
      : {}),
    ...(board && isBoardSeen(board, seen)
      ? { board: { ...board, shows: (board.shows ?? []).filter(seen) } }
      : {}),
  }
}

/** True when the caller sees every field that the board needs. */
function isBoardSeen(board: BoardView, seen: (key: string) => boolean): boolean {
  return listBoardFields({ ...board, shows: [] }).every(seen)
}

/** Omits presets that filter or sort by a field that the caller cannot use: their requests would be rejected. */
function visiblePresets(presets: readonly Preset[], caller: Caller, module: ServerModule): Preset[] {
  const filterable = visibleFields(caller, module, 'filter')
  const sortable = visibleFields(caller, module, 'sort')
  const usable = (item: FilterItem): boolean => filterable.has(item.param) && (item.ors ?? []).every(usable)
  return presets.filter(
    (preset) => preset.filters.every(usable) && Object.keys(preset.sorters).every((key) => sortable.has(key)),
  )
}

/** Lists the rules of which the caller sees every field, in other modules too. */
export function describeRules({ caller, module, registry, seen }: MetadataReader): Rule[] {
  const { fields, rules = [] } = module.definition
  const isTheirsSeen = (rule: Rule): boolean => {
    if (rule.rule !== 'same_as_related') return true
    const target = fields[rule.relation]?.relation?.module
    return target !== undefined && visibleFields(caller, registry.get(target), 'output').has(rule.theirs)
  }
  return rules.filter((rule) => listRuleFields(rule).every(seen) && isTheirsSeen(rule))
}

/** Describes the states of a row, when the caller sees the state's field. */
export function describeWorkflow(
  { workflow }: ModuleDefinition,
  seen: (key: string) => boolean,
): Pick<ModuleMetadata, 'workflow'> {
  return workflow && seen(workflow.field) ? { workflow } : {}
}

/** Describes the actions that the caller may run. */
export function describeActions(
  caller: Caller,
  module: ServerModule,
  seen: (key: string) => boolean,
): Record<string, ActionMetadata> {
  const { actions = {}, workflow } = module.definition
  const areStatesSeen = workflow !== undefined && seen(workflow.field)
  const allowed = Object.entries(actions).filter(([name]) => canRunAction(caller, module, name))
  return Object.fromEntries(
    allowed.map(
      ([name, { label, from, to, fields, required, tone, tells, undoable }]): [string, ActionMetadata] => [
        name,
        {
          label,
          ...(areStatesSeen && from ? { from } : {}),
          ...(areStatesSeen && to !== undefined ? { to } : {}),
          ...(fields ? { fields: fields.filter(seen) } : {}),
          ...(required ? { required: required.filter(seen) } : {}),
          ...(tone ? { tone } : {}),
          ...(tells ? { tells } : {}),
          ...(undoable && isAllowed(caller, module, 'history') ? { undoable } : {}),
        },
      ],
    ),
  )
}
