const tags = ['accounts']

/** Schema of the call that leads to WeChat. */
export function redirectSchema(scopes: readonly string[]) {
  return {
    tags,
    summary: 'Leads the browser to WeChat, to sign in there',
    security: [],
    querystring: {
      type: 'object',
      additionalProperties: false,
      properties: {
        redirect_url: {
          type: 'string',
          maxLength: 4096,
          description: 'A page of ours to go on with, with `#weixin_code=` or `#weixin_error=` at its end',
        },
        scope: { type: 'string', enum: scopes },
      },
    },
  }
}

export const callbackSchema = {
  tags,
  summary: 'Where WeChat leads the browser back to',
  security: [],
  querystring: {
    type: 'object',
    properties: { code: { type: 'string', maxLength: 1024 }, state: { type: 'string', maxLength: 1024 } },
  },
}

/** Schema of the calls that bring the code. @param security empty when no sign-in is needed */
export function codeSchema(summary: string, security?: []) {
  return {
    tags,
    summary,
    ...(security && { security }),
    body: {
      type: 'object',
      required: ['code'],
      additionalProperties: false,
      properties: { code: { type: 'string', minLength: 1, maxLength: 1024 } },
    },
  }
}
