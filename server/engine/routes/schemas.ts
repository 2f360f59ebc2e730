const text = { type: 'string' } as const
const moduleParam = { type: 'string', description: 'Name of the module.' } as const

const paging = {
  page: { type: 'string', description: 'From 1.' },
  size: {
    type: 'string',
    description: 'Rows a page, 20 when absent; 0 for all, where the module allows it.',
  },
} as const
const drafts = {
  type: 'string',
  description: '1 for rows that are not published too, for who may see them.',
} as const

const own = {
  type: 'string',
  description:
    '1 for the rows of the caller alone, in modules whose rows are somebody’s own; each with `client_row_id`, the id that the caller’s client gave it.',
} as const

const rights = {
  type: 'string',
  description: '`permissions` for what the caller may do with each row.',
} as const

/** `GET /modules`. */
export const modulesSchema = {
  tags: ['modules'],
  summary: 'Lists the modules that the caller may list',
  querystring: {
    type: 'object',
    properties: {
      with: {
        type: 'string',
        enum: ['waiting', 'grants'],
        description:
          '`waiting` for the counts of rows that wait for an organiser, in modules that the caller manages; `grants` for what a grant of each lets staff do, told to administrators.',
      },
    },
  },
} as const

/** `GET /front/query/{module}/all`. */
export const listSchema = {
  tags: ['modules'],
  summary: 'Lists the rows of a module',
  params: { type: 'object', properties: { module: moduleParam } },
  // A condition with a slip in its name would else answer with everything.
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      filters: {
        type: 'string',
        description: '`param:op:value` joined by `,`; `:` in values as `#`, arrays by `|`.',
      },
      fq: {
        type: 'string',
        description: 'JSON array of filter items, for values that `filters` cannot carry.',
      },
      sorters: { type: 'string', description: '`field:asc` or `field:desc`, joined by `,`.' },
      q: { type: 'string', description: 'Words to search for.' },
      ...paging,
      fields: { type: 'string', description: 'Names of the fields wanted, joined by `,`.' },
      drafts,
      own,
      with: rights,
    },
  },
} as const

/** `GET /front/query/{module}/{id}`. */
export const detailSchema = {
  tags: ['modules'],
  summary: 'Reads one row of a module',
  params: { type: 'object', properties: { module: moduleParam, id: text } },
  querystring: { type: 'object', additionalProperties: false, properties: { drafts, with: rights } },
} as const

/** `GET /relationship/{module}`. */
export const relationshipSchema = {
  tags: ['modules'],
  summary: 'Lists the rows that a relation field may point to',
  params: { type: 'object', properties: { module: moduleParam } },
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      field: text,
      q: text,
      ids: { type: 'string', description: 'Joined by `,`.' },
      ...paging,
      drafts,
    },
  },
} as const

/** `GET /front/search`. */
export const searchSchema = {
  tags: ['modules'],
  summary: 'Searches all searched modules, or one of them',
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: { q: text, module: text, ...paging },
  },
} as const

/** Calls that only name a module. */
export function moduleSchema(summary: string) {
  return {
    tags: ['modules'],
    summary,
    params: { type: 'object', properties: { module: moduleParam } },
  } as const
}

/** Calls that name a value. */
export const namedValueSchema = {
  tags: ['modules'],
  summary: 'Reads a value by its name',
  params: { type: 'object', properties: { name: text } },
} as const
