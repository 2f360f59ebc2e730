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

/** Cached descriptions of one module. */
interface DescriptionCache {
  /** The module and the modules that its relations point to. */
  modules: readonly ServerModule[]
  /** Descriptions by the caller's access roles in these modules, in their order, joined by blanks. */
  byRoles: Map<string, ModuleMetadata>
}

/** Caches by registry, of which one process may have several with the same modules, as in tests. */
const cachesByRegistry = new WeakMap<Registry, Map<ServerModule, DescriptionCache>>()

/** Describes a module for a caller. Descriptions are cached by access roles, as they do not depend on the user. */
export function describeModule(caller: Caller, module: ServerModule, registry: Registry): ModuleMetadata {
  const { modules, byRoles } = getDescriptionCache(module, registry)
  const roles = modules.map((one) => getAccessRole(caller, one)).join(' ')
  let metadata = byRoles.get(roles)
  if (!metadata) byRoles.set(roles, (metadata = createMetadata(caller, module, registry)))
  return metadata
}

function getDescriptionCache(module: ServerModule, registry: Registry): DescriptionCache {
  let caches = cachesByRegistry.get(registry)
  if (!caches) cachesByRegistry.set(registry, (caches = new Map<ServerModule, DescriptionCache>()))
  let cache = caches.get(module)
  if (!cache) {
    const targets = Object.values(module.definition.fields).flatMap(({ relation }) => relation?.module ?? [])
    const modules = [module, ...new Set(targets.map((name) => registry.get(name)))]
    caches.set(module, (cache = { modules, byRoles: new Map() }))
  }
  return cache
}

/** Lists the options of the enum fields that the caller sees, by the field's type code. */
export function listOptions(caller: Caller, module: ServerModule): Record<string, readonly EnumOption[]> {
  const fields = [...visibleFields(caller, module, 'output').values()]
  return Object.fromEntries(
    fields.flatMap((field) => (field.typeCode && field.options ? [[field.typeCode, field.options]] : [])),
  )
}

/** Creates the description of a module for a caller, and the hash by which clients detect a change of it. */
function createMetadata(caller: Caller, module: ServerModule, registry: Registry): ModuleMetadata {
  const { definition } = module
  const visible = visibleFields(caller, module, 'output')
  const canSee = (key: string) => visible.has(key)
  const metadata = {
    name: definition.name,
    label: definition.label,
    group: definition.group,
    titleTemplate: getTitleTemplate(caller, module).template,
    fields: Object.fromEntries(
      [...visible].map(([key, field]) => [
        key,
        describeField({ caller, module, registry, canSee }, key, field),
      ]),
    ),
    schemas: createSchemas(caller, module),
    defaultSorters: definition.defaultSorters,
    views: selectVisibleViews(definition.views, canSee),
    presets: selectVisiblePresets(definition.presets ?? [], caller, module),
    ...describePublication(caller, module, canSee),
    ...(definition.panels ? { panels: definition.panels } : {}),
    options: listOptions(caller, module),
    permissions: actions.filter((action) => isAllowed(caller, module, action)),
    rules: describeRules({ caller, module, registry, canSee }),
    ...describeWorkflow(definition, canSee),
    actions: describeActions(caller, module, canSee),
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
  canSee: (key: string) => boolean,
): Pick<ModuleMetadata, 'publication'> {
  const { published: when = [], publishedFrom: from } = module.definition
  if (from === undefined || !isAllowed(caller, module, 'drafts')) return {}
  return [from, ...when.map(({ param }) => param)].every(canSee) ? { publication: { from, when } } : {}
}

/** Creates the JSON Schemas of bodies with the fields that the caller may write; none for an action that is not allowed. */
function createSchemas(caller: Caller, module: ServerModule): ModuleMetadata['schemas'] {
  const createSchema = (kind: 'create' | 'update') =>
    toJsonSchema(isAllowed(caller, module, kind) ? writableFields(caller, module) : [], kind)
  return { create: createSchema('create'), update: createSchema('update') }
}

/** Selects the parts of the views whose fields the caller sees. */
function selectVisibleViews(
  views: ModuleDefinition['views'],
  canSee: (key: string) => boolean,
): ModuleMetadata['views'] {
  const { card, board } = views
  return {
    columns: views.columns.filter((column) => canSee(column.field)),
    sections: views.sections
      .map((section) => ({ ...section, fields: section.fields.filter(canSee) }))
      .filter((section) => section.fields.length > 0),
    ...(card && canSee(card.title)
      ? {
          card: {
            title: card.title,
            ...(card.subtitle && canSee(card.subtitle) ? { subtitle: card.subtitle } : {}),
            badges: (card.badges ?? []).filter(canSee),
          },
        }
      : {}),
    ...(board && isBoardSeen(board, canSee)
      ? { board: { ...board, shows: (board.shows ?? []).filter(canSee) } }
      : {}),
  }
}

/** True when the caller sees every field that the board needs. */
function isBoardSeen(board: BoardView, canSee: (key: string) => boolean): boolean {
  // The fields of `shows` are optional: the board leaves out those that the caller does not see.
  return listBoardFields({ ...board, shows: [] }).every(canSee)
}

/** Omits presets that filter or sort by a field that the caller cannot use: their requests would be rejected. */
function selectVisiblePresets(presets: readonly Preset[], caller: Caller, module: ServerModule): Preset[] {
  const filterable = visibleFields(caller, module, 'filter')
  const sortable = visibleFields(caller, module, 'sort')
  const isUsable = (item: FilterItem): boolean =>
    filterable.has(item.param) && (item.ors ?? []).every(isUsable)
  return presets.filter(
    (preset) =>
      preset.filters.every(isUsable) && Object.keys(preset.sorters).every((key) => sortable.has(key)),
  )
}

/** Lists the rules of which the caller sees every field, in other modules too. */
export function describeRules({ caller, module, registry, canSee }: MetadataReader): Rule[] {
  const { fields, rules = [] } = module.definition
  const isRelatedFieldVisible = (rule: Rule): boolean => {
    if (rule.rule !== 'same_as_related') return true
    const target = fields[rule.relation]?.relation?.module
    return target !== undefined && visibleFields(caller, registry.get(target), 'output').has(rule.theirs)
  }
  return rules.filter((rule) => listRuleFields(rule).every(canSee) && isRelatedFieldVisible(rule))
}

/** Describes the states of a row; empty when the caller does not see the state's field. */
export function describeWorkflow(
  { workflow }: ModuleDefinition,
  canSee: (key: string) => boolean,
): Pick<ModuleMetadata, 'workflow'> {
  return workflow && canSee(workflow.field) ? { workflow } : {}
}

/** Describes the actions that the caller may run; their states only when the caller sees the state's field. */
export function describeActions(
  caller: Caller,
  module: ServerModule,
  canSee: (key: string) => boolean,
): Record<string, ActionMetadata> {
  const { actions = {}, workflow } = module.definition
  const areStatesVisible = workflow !== undefined && canSee(workflow.field)
  const allowed = Object.entries(actions).filter(([name]) => canRunAction(caller, module, name))
  return Object.fromEntries(
    allowed.map(
      ([name, { label, from, to, fields, required, tone, tells, undoable }]): [string, ActionMetadata] => [
        name,
        {
          label,
          ...(areStatesVisible && from ? { from } : {}),
          ...(areStatesVisible && to !== undefined ? { to } : {}),
          ...(fields ? { fields: fields.filter(canSee) } : {}),
          ...(required ? { required: required.filter(canSee) } : {}),
          ...(tone ? { tone } : {}),
          ...(tells ? { tells } : {}),
          ...(undoable && isAllowed(caller, module, 'history') ? { undoable } : {}),
        },
      ],
    ),
  )
}
