import type { FieldDefinition } from './field-definition.ts'
import type { Localized } from './locale.ts'
import type { ModuleDefinition } from './module-definition.ts'

/** What the id of a row may be: it stands in addresses, where `all` means the list (T16). */
export const rowIdPattern = '^(?!all$)[A-Za-z0-9_-]{1,64}$'

/** What stands in the place of a value that is shown masked. Sent back in a write, the stored value stays. */
export const maskedValue = '***'

/** A stored file on the wire. */
export interface FileValue {
  /** Number for `GET /front/download/file/{no}`. */
  no: string
  name: string
  mediaType: string
  sizeBytes: number
  /** Hexadecimal SHA-256 of the bytes. */
  sha256: string
}

/** The value on the wire of a field, before need and localization. */
type Value<F extends FieldDefinition> = F['type'] extends 'integer' | 'decimal'
  ? number
  : F['type'] extends 'boolean'
    ? boolean
    : F['type'] extends 'enum_set' | 'list'
      ? string[]
      : F['type'] extends 'file' | 'image'
        ? FileValue
        : F['type'] extends 'json' | 'richtext'
          ? unknown
          : F extends { relation: { many: true } }
            ? string[]
            : string

type WireValue<F extends FieldDefinition> = F['localized'] extends true ? Localized : Value<F>

/** A row of a module as calls answer it. A key is absent where a surface or a permission leaves it out. */
export type RowOf<M extends ModuleDefinition> = {
  [K in keyof M['fields']]: M['fields'][K]['required'] extends true
    ? WireValue<M['fields'][K]>
    : WireValue<M['fields'][K]> | null
}
