import type { FieldDefinition } from './field-definition.ts'
import type { Localized } from './locale.ts'
import type { ModuleDefinition } from './module-definition.ts'

/** Pattern of a row's id. The id is part of URLs, where `all` means the list. */
export const rowIdPattern = '^(?!all$)[A-Za-z0-9_-]{1,64}$'

/**
 * Header of `POST /front/post/{module}`: the client's id of the new row, used until the server's id is known. The
 * server stores it with the row, so that the client can identify the row when the response was lost. A second request
 * with the same id returns the same row.
 */
export const clientRowIdHeader = 'Client-Row-Id'

/** Pattern of a client's id of a row. */
export const clientRowIdPattern = '^[A-Za-z0-9_-]{1,64}$'

/** Member of rows requested with the parameter `own`: the id that a client gave the row, or null. */
export const clientRowIdKey = 'client_row_id'

/** Ids of a user's own row. Lists stored by an older app, or requested without `own`, lack the client row id. */
export interface OwnRowIds {
  id: string
  [clientRowIdKey]?: string | null
}

/** Placeholder of a masked value. A write that sends it back leaves the stored value unchanged. */
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

/** The type of a field's value on the wire, ignoring `required` and `localized`. */
type UnlocalizedValue<F extends FieldDefinition> = F['type'] extends 'integer' | 'decimal'
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

/** The type of a field's value on the wire, ignoring `required`. */
type WireValue<F extends FieldDefinition> = F['localized'] extends true ? Localized : UnlocalizedValue<F>

/** A row of a module in responses. Fields that the surface or the caller's permissions exclude are absent. */
export type WireRow<M extends ModuleDefinition> = {
  [K in keyof M['fields']]: M['fields'][K]['required'] extends true
    ? WireValue<M['fields'][K]>
    : WireValue<M['fields'][K]> | null
}
