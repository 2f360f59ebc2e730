import type { FastifyRequest } from 'fastify'
import { addressBlock } from '#server/http/limits.ts'
import type { Database } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { readDevice } from './device.ts'

/** What the calls of accounts work with. */
export interface AccountsContext {
  db: Database
  now: () => Date
  secrets: Secrets
  /** Off for benchmarks: then tries at a password are not counted either. */
  hasRateLimits: boolean
  /** Tells the messages' worker that there is something to send. */
  wakeMessages: () => void
}

/** Where a request comes from, as far as it is kept. */
export interface Origin {
  requestId: string
  /** Address, or /64 block. */
  addressBlock: string
  device: string
}

/** Reads what is kept of a request. */
export function getRequestOrigin(request: FastifyRequest): Origin {
  return {
    requestId: request.id,
    addressBlock: addressBlock(request.ip),
    device: readDevice(request.headers['user-agent']),
  }
}
