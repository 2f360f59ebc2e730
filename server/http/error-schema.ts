/** JSON Schema of every refusal (contract/envelope.ts), for the description of the API. */
export const errorSchema = {
  $id: 'Refusal',
  type: 'object',
  required: ['code', 'msg', 'data', 'error', 'requestId'],
  properties: {
    code: {
      type: 'integer',
      description: 'Equals the HTTP status; 401 with HTTP 200 for a refused sign-in.',
    },
    msg: { type: 'string', description: 'Text in the language of Accept-Language.' },
    data: { description: 'Null, or what the key promises: `row.stale` the row as it is now.' },
    error: {
      type: 'object',
      required: ['key', 'fields'],
      properties: {
        key: { type: 'string' },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'key'],
            properties: {
              path: { type: 'string' },
              key: { type: 'string' },
              params: { type: 'object' },
              text: { type: 'string', description: 'Text of the key in the language of Accept-Language.' },
            },
          },
        },
      },
    },
    requestId: { type: 'string' },
  },
} as const
