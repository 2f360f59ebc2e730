import { acceptedOverlapsKey } from '#contract/accepted-overlaps.ts'
import { clientRowIdHeader, clientRowIdPattern } from '#contract/row.ts'

const moduleParam = { type: 'string', description: 'Name of the module.' } as const
const moduleParams = { type: 'object', properties: { module: moduleParam } } as const

const description =
  'A row that would stand beside others in one place at one time is refused with `row.overlaps`, which names them. The ' +
  `same body with their ids in \`${acceptedOverlapsKey}\`, under a key of its own, is taken.`

/** A call that writes: its body depends on the module, whose metadata has the schema of it. */
export function writeSchema(summary: string) {
  return { tags: ['modules'], summary, description, params: moduleParams, body: { type: 'object' } } as const
}

/** `POST /front/post/{module}`. */
export const createSchema = {
  ...writeSchema('Creates a row'),
  headers: {
    type: 'object',
    properties: {
      [clientRowIdHeader]: {
        type: 'string',
        pattern: clientRowIdPattern,
        description:
          'The id by which the client knows the row. A row of the caller’s own keeps it and tells it to them in lists ' +
          'with `own=1`; the same id again, under another key too, gets the row that is there.',
      },
    },
  },
} as const

/** `POST /front/action/{module}/{action}`. */
export const actionSchema = {
  ...writeSchema('Calls an action of the module on one row'),
  params: {
    type: 'object',
    properties: { module: moduleParam, action: { type: 'string', description: 'Name of the action.' } },
  },
} as const

/** `GET /front/revisions/{module}/{id}`. */
export const historySchema = {
  tags: ['modules'],
  summary: 'Lists the writes of a row, the newest first',
  params: { type: 'object', properties: { module: moduleParam, id: { type: 'string' } } },
} as const
