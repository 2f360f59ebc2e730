import type { FieldDefinition } from './field-definition.ts'
import type { Localized } from './locale.ts'
import type { ModuleDefinition } from './module-definition.ts'

/** What the id of a row may be: it stands in addresses, where `all` means the list. */
export const rowIdPattern = '^(?!all$)[A-Za-z0-9_-]{1,64}$'

/**
 * Header of `POST /front/post/{module}`: the id by which the client knows the row that it makes, until it hears the
 * server's. The row keeps it, so that the client knows the row again when the answer was lost; made a second time under
 * the same id, it is the same row.
 */
export const clientRowIdHeader = 'Client-Row-Id'

/** What a client's own id of a row may be. */
export const clientRowIdPattern = '^[A-Za-z0-9_-]{1,64}$'

/** Beside the fields of one's own rows, asked for with `own=1`: the id that a client gave the row, or null. */
export const clientRowIdKey = 'client_row_id'

/** By what a person's own row is known: a list that was stored by an older app, or asked for without `own=1`, lacks the second. */
export interface OwnRowIds {
  id: string
  [clientRowIdKey]?: string | null
}

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
