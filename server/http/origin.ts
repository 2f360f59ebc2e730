import type { FastifyRequest } from 'fastify'
import { addressBlock } from './limits.ts'

/** Where a request comes from, as far as the audit log keeps it. */
export interface RequestOrigin {
  requestId: string
  /** Address, or /64 block. */
  addressBlock: string
}

/** Reads what is kept of a request. */
export function requestOrigin(request: FastifyRequest): RequestOrigin {
  return { requestId: request.id, addressBlock: addressBlock(request.ip) }
}
