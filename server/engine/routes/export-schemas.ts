import { sheetKinds } from '../export/sheet-file.ts'
import { listSchema } from './schemas.ts'

/** Most rows that are chosen one by one; more are asked for by what they have in common. */
const mostChosen = 10_000
/** More than a module has. */
const mostColumns = 500
const maxPathCharacters = 200
/** Ids have 64 characters at most. */
const maxIdCharacters = 64

const { filters, fq, sorters, q, page, size, drafts } = listSchema.querystring.properties
const format = { enum: sheetKinds, description: 'Kind of file.' } as const

/** `POST /export/{module}`. */
export const exportSchema = {
  tags: ['modules'],
  summary: 'Takes the rows of a module out as a file: the chosen ones, or those of the address',
  description: 'With `count` it answers `{rows, columns}` and makes no file.',
  params: listSchema.params,
  // An export has all pages: those of a list's address are taken, so that it can be sent as it is.
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: { filters, fq, sorters, q, page, size, drafts },
  },
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ids: {
        type: 'array',
        maxItems: mostChosen,
        items: { type: 'string', maxLength: maxIdCharacters },
        description: 'Only these rows, in their order, none when empty; without it those of the address.',
      },
      format,
      columns: {
        type: 'array',
        minItems: 1,
        maxItems: mostColumns,
        items: { type: 'string', maxLength: maxPathCharacters },
        description: 'Paths of the columns, as `title.en`; all that the caller may have when absent.',
      },
      count: { type: 'boolean', description: 'Answers the number of rows and the columns alone.' },
    },
  },
} as const

/** `GET /import/{module}/template`. */
export const templateSchema = {
  tags: ['modules'],
  summary: 'An empty file to fill in and import',
  params: listSchema.params,
  querystring: { type: 'object', properties: { format } },
} as const
