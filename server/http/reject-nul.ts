import type { FastifyInstance } from 'fastify'
import { createHttpError } from '../errors.ts'

/**
 * Refuses the character U+0000 in path, query and body. PostgreSQL takes it in no text, and nobody types it; refused
 * here, both databases answer alike and no route has to think of it.
 */
export function rejectNul(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    if ([params, query, body].some(holdsNul)) throw createHttpError('request.invalid')
  })
}

/** Looks into what JSON and forms are made of; bytes and streams are the routes' own. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (Array.isArray(value)) return value.some(holdsNul)
  if (typeof value !== 'object' || value === null || isBytes(value)) return false
  return Object.entries(value).some(([key, each]) => key.includes('\0') || holdsNul(each))
}

function isBytes(value: object): boolean {
  return ArrayBuffer.isView(value) || 'pipe' in value
}
