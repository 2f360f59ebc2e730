import { createHash } from 'node:crypto'
import type { EnumOption } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import { toJsonSchema } from '#contract/json-schema.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import {
  listBoardFields,
  type BoardView,
  type ModuleDefinition,
  type Preset,
} from '#contract/module-definition.ts'
import type { Caller } from '#server/http/caller.ts'
import { describeActions, describeRules, describeWorkflow } from './describe-actions.ts'
import { describeField } from './describe-field.ts'
import { actions } from '../schema/permissions.ts'
import { getTitleTemplate } from '../query/labels.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed, getAccessRole, visibleFields, writableFields } from '../schema/visible-fields.ts'

/** What was described of a module, by the readers of it and of the modules that its fields name. */
interface Described {
  named: readonly ServerModule[]
  byReaders: Map<string, ModuleMetadata>
}

const made = new WeakMap<Registry, Map<ServerModule, Described>>()

/** Describes a module to a caller. Made once for its readers: nothing of it depends on the person. */
export function describeModule(caller: Caller, module: ServerModule, registry: Registry): ModuleMetadata {
  const { named, byReaders } = describedBefore(module, registry)
  const readers = named.map((one) => getAccessRole(caller, one)).join(' ')
  let metadata = byReaders.get(readers)
  if (!metadata) byReaders.set(readers, (metadata = makeMetadata(caller, module, registry)))
  return metadata
}

function describedBefore(module: ServerModule, registry: Registry): Described {
  let modules = made.get(registry)
  if (!modules) made.set(registry, (modules = new Map<ServerModule, Described>()))
  let described = modules.get(module)
  if (!described) {
    const targets = Object.values(module.definition.fields).flatMap(({ relation }) => relation?.module ?? [])
    const named = [module, ...new Set(targets.map((name) => registry.get(name)))]
    modules.set(module, (described = { named, byReaders: new Map() }))
  }
  return described
}

/** Choices by type code, of the fields that the caller sees. */
export function optionsFor(caller: Caller, module: ServerModule): Record<string, readonly EnumOption[]> {
  const fields = [...visibleFields(caller, module, 'metadata').values()]
  return Object.fromEntries(
    fields.flatMap((field) => (field.typeCode && field.options ? [[field.typeCode, field.options]] : [])),
  )
}

function makeMetadata(caller: Caller, module: ServerModule, registry: Registry): ModuleMetadata {
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
    schemas: schemasFor(caller, module),
    defaultSorters: definition.defaultSorters,
    views: visibleViews(definition.views, seen),
    presets: visiblePresets(definition.presets ?? [], caller, module),
    ...describePublication(caller, module, seen),
    ...(definition.panels ? { panels: definition.panels } : {}),
    options: optionsFor(caller, module),
    permissions: actions.filter((action) => isAllowed(caller, module, action)),
    rules: describeRules({ caller, module, registry, seen }),
    ...describeWorkflow(definition, seen),
    actions: describeActions(caller, module, seen),
    limits: definition.limits,
  }
  const hash = createHash('sha256').update(JSON.stringify(metadata)).digest('base64url')
  // 96 bits tell any two definitions apart.
  return { ...metadata, revision: hash.slice(0, 16) }
}

/** For people who see what is not public yet: their lists mark it. */
function describePublication(
  caller: Caller,
  module: ServerModule,
  seen: (key: string) => boolean,
): Pick<ModuleMetadata, 'publication'> {
  const { published: when = [], publishedFrom: from } = module.definition
  if (from === undefined || !isAllowed(caller, module, 'drafts')) return {}
  return [from, ...when.map(({ param }) => param)].every(seen) ? { publication: { from, when } } : {}
}

/** Bodies hold what the caller may write: nothing in a call that the caller may not make. */
function schemasFor(caller: Caller, module: ServerModule): ModuleMetadata['schemas'] {
  const schemaOf = (kind: 'create' | 'update') =>
    toJsonSchema(isAllowed(caller, module, kind) ? writableFields(caller, module) : [], kind)
  return { create: schemaOf('create'), update: schemaOf('update') }
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

/** A board without one of its sides would be none. */
function isBoardSeen(board: BoardView, seen: (key: string) => boolean): boolean {
  return listBoardFields({ ...board, shows: [] }).every(seen)
}

/** A preset that names a field the caller cannot filter or sort by would be refused, so it falls out. */
function visiblePresets(presets: readonly Preset[], caller: Caller, module: ServerModule): Preset[] {
  const filterable = visibleFields(caller, module, 'filter')
  const sortable = visibleFields(caller, module, 'sort')
  const usable = (item: FilterItem): boolean => filterable.has(item.param) && (item.ors ?? []).every(usable)
  return presets.filter(
    (preset) => preset.filters.every(usable) && Object.keys(preset.sorters).every((key) => sortable.has(key)),
  )
}
