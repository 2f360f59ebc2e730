import { createHash } from 'node:crypto'
import type { EnumOption, FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import { toJsonSchema } from '#contract/json-schema.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { templateFields, type ModuleDefinition, type Preset } from '#contract/module-definition.ts'
import type { Caller } from '#server/http/caller.ts'
import { operatorsOf } from './filter-values.ts'
import { actions } from './grants.ts'
import type { ServerModule } from './server-module.ts'
import { isMasked, mayDo, readerOf, visibleFields } from './visible-fields.ts'

const made = new WeakMap<ServerModule, Map<string, ModuleMetadata>>()

/** Describes a module to a caller. Made once per reader: nothing of it depends on the person. */
export function describeModule(caller: Caller, module: ServerModule): ModuleMetadata {
  let byReader = made.get(module)
  if (!byReader) made.set(module, (byReader = new Map<string, ModuleMetadata>()))
  const reader = readerOf(caller, module)
  let metadata = byReader.get(reader)
  if (!metadata) byReader.set(reader, (metadata = makeMetadata(caller, module)))
  return metadata
}

/** Choices by type code, of the fields that the caller sees. */
export function optionsFor(caller: Caller, module: ServerModule): Record<string, readonly EnumOption[]> {
  const fields = [...visibleFields(caller, module, 'metadata').values()]
  return Object.fromEntries(
    fields.flatMap((field) => (field.typeCode && field.options ? [[field.typeCode, field.options]] : [])),
  )
}

function makeMetadata(caller: Caller, module: ServerModule): ModuleMetadata {
  const { definition } = module
  const visible = visibleFields(caller, module, 'metadata')
  const seen = (key: string) => visible.has(key)
  const metadata = {
    name: definition.name,
    label: definition.label,
    group: definition.group,
    titleTemplate: visibleTemplate(definition.titleTemplate, seen),
    fields: Object.fromEntries(
      [...visible].map(([key, field]) => [key, describeField(caller, module, key, field)]),
    ),
    schemas: { create: toJsonSchema(visible, 'create'), update: toJsonSchema(visible, 'update') },
    defaultSorters: definition.defaultSorters,
    views: visibleViews(definition.views, seen),
    presets: visiblePresets(definition.presets ?? [], caller, module),
    options: optionsFor(caller, module),
    permissions: actions.filter((action) => mayDo(caller, module, action)),
    limits: definition.limits,
  }
  const hash = createHash('sha256').update(JSON.stringify(metadata)).digest('base64url')
  // 96 bits tell any two definitions apart.
  return { ...metadata, revision: hash.slice(0, 16) }
}

function describeField(
  caller: Caller,
  module: ServerModule,
  key: string,
  field: FieldDefinition,
): FieldMetadata {
  const { type, label, help, localized, required, surfaces, typeCode, relation } = field
  const { accept, widget, display } = field
  const filterable = visibleFields(caller, module, 'filter').has(key)
  return {
    type,
    label,
    ...(help ? { help } : {}),
    localized,
    required,
    masked: isMasked(caller, module, key),
    surfaces: { ...surfaces, filter: surfaces.filter && filterable },
    sortable: visibleFields(caller, module, 'sort').has(key),
    searchable: visibleFields(caller, module, 'search').has(key),
    operators: filterable ? operatorsOf(field) : [],
    ...(typeCode ? { typeCode } : {}),
    ...(relation ? { relation } : {}),
    ...(accept ? { accept } : {}),
    ...(widget ? { widget } : {}),
    ...(display ? { display } : {}),
  }
}

/** A title that names a field the caller does not see falls back to the id, which names nothing hidden. */
function visibleTemplate(template: string, seen: (key: string) => boolean): string {
  return templateFields(template).every(seen) ? template : '{{id}}'
}

function visibleViews(
  views: ModuleDefinition['views'],
  seen: (key: string) => boolean,
): ModuleMetadata['views'] {
  const { card } = views
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
  }
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
