import type { FastifyInstance } from 'fastify'
import { createHttpError } from '../errors.ts'

/** Levels of objects and lists that a JSON body may have (security.md 15). */
const maxJsonDepth = 20

/** Reads JSON bodies: nested too deeply, malformed, or with prototype keys they are refused. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (jsonDepth(text) > maxJsonDepth) {
      done(createHttpError('request.too_deep', { params: { max: maxJsonDepth } }))
      return
    }
    void parse(request, text, (error, value) => {
      if (error) done(createHttpError('request.malformed_json', { cause: error }))
      else done(null, value)
    })
  })
}

/** Deepest level of brackets outside strings; counted on the text, so that a hostile body is never built. */
function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (isInString) {
      if (char === '\\') at += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1))
    else if (char === '}' || char === ']') depth -= 1
  }
  return deepest
}
