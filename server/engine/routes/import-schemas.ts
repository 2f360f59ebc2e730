import { emptyCells, importModes, onErrors } from '#contract/transfer.ts'
import { encodings, separators } from '#server/spreadsheets/sheet-format.ts'

const moduleParams = {
  type: 'object',
  properties: { module: { type: 'string', description: 'Name of the module.' } },
} as const

const token = { type: 'string', maxLength: 64 } as const

/** `POST /import/{module}`. */
export const importSchema = {
  tags: ['modules'],
  summary: 'Checks rows to be imported; with `token` writes what was checked',
  description:
    'First `{file}` (the number of a file uploaded with `purpose` `import`) or `{rows}`: a dry run, which answers counts, ' +
    'a sample, every fault and a token. Then `{token}`: writes it, all or nothing, or with `on_error` `skip` all but the ' +
    'bad rows. For `Accept: text/event-stream` events `progress` come before `result` or `refusal`.',
  params: moduleParams,
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      token,
      file: { type: 'string', maxLength: 64 },
      rows: { type: 'array', items: { type: 'object' }, maxItems: 5000 },
      mode: { enum: importModes },
      match: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 5 },
      mapping: {
        type: 'object',
        maxProperties: 500,
        additionalProperties: { type: ['string', 'null'], maxLength: 100 },
      },
      on_error: { enum: onErrors },
      empty: { enum: emptyCells },
      encoding: { enum: encodings },
      separator: { enum: separators },
      sheet: { type: 'string', maxLength: 200 },
      header_line: { type: 'integer', minimum: 1 },
    },
  },
} as const

/** `GET /import/{module}`. */
export const importsSchema = {
  tags: ['modules'],
  summary:
    "Lists the caller's own imports of the module that can be carried out or taken back, the newest first",
  params: moduleParams,
} as const

/** `GET /import/{module}/errors`. */
export const importErrorsSchema = {
  tags: ['modules'],
  summary: "The caller's own file with a column of its faults, to be corrected and imported again",
  description: 'All its rows; when bad rows are left out, these alone. In the format that it has.',
  params: moduleParams,
  querystring: { type: 'object', required: ['token'], properties: { token } },
} as const

/** Calls that name an import by its token. */
export function tokenSchema(summary: string) {
  return {
    tags: ['modules'],
    summary,
    params: moduleParams,
    body: { type: 'object', additionalProperties: false, required: ['token'], properties: { token } },
  } as const
}
