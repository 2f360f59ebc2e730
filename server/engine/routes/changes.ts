import type { FastifyInstance } from 'fastify'
import type { Caller, UserCaller } from '#server/http/caller.ts'
import { startEventStream, requireEventStream, type EventStream } from '#server/http/event-stream.ts'
import { createHttpError } from '#server/errors.ts'
import { isPersonal, canUseModule } from '../query/access.ts'
import { getCallerId } from '../query/row-query.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Registry } from '../schema/registry.ts'
import { findModulePermission } from '../schema/visible-fields.ts'

/** Maximum streams of one sign-in: a browser opens at most six connections of HTTP/1.1 for all its windows. */
const maxStreamsPerSignIn = 3
/** Maximum streams of one user over all sign-ins. */
const maxStreamsPerUser = 6
/** Maximum streams of this process. A stream takes about 30 kB; a forum has some dozens of consoles. */
const maxStreams = 500
/** Seconds after which a client may retry: another window may have been closed by then. */
const retryAfterSeconds = 30

/** Dependencies of the stream. */
export interface ChangesOptions {
  registry: Registry
  changes: ChangeFeed
  /**
   * Finds the sign-in of a token without marking it as used; undefined for a text that is no token. Its `findCaller` reads the
   * user again, and finds none after the sign-in has ended.
   */
  watchSignIn: (
    authorization: string,
  ) => { id: string; findCaller(): Promise<UserCaller | undefined> } | undefined
}

/** `GET /front/changes`: streams the changes of modules whose lists are the same for all callers who see them. */
export async function changesRoutes(app: FastifyInstance, options: ChangesOptions): Promise<void> {
  const { changes, watchSignIn } = options
  const limiter = createStreamLimiter(app)
  app.get(
    '/front/changes',
    {
      config: { permission: { kind: 'signed_in' } },
      exposeHeadRoute: false,
      schema: {
        tags: ['modules'],
        summary: 'Tells by server-sent events which modules changed',
        description:
          'For `Accept: text/event-stream`: events `change` with `{"module", "revision"}`. A client that was cut off asks ' +
          'its lists again and comes back.',
      },
    },
    async (request, reply) => {
      requireEventStream(request)
      const signIn = watchSignIn(request.headers.authorization ?? '')
      if (!signIn) throw createHttpError('sign_in.required')
      const { caller } = request
      const slot = limiter.take(signIn.id, getCallerId(caller))
      /** Undefined until the listener is added, which may fail: then the error is an ordinary response. */
      let stream: EventStream | undefined
      const stop = await changes
        .listen(async (moduleChanges) => {
          if (moduleChanges.length === 0) stream?.sendHeartbeat()
          // The caller is read each time, so that a permission that was withdrawn has no effect any more.
          const caller = await signIn.findCaller()
          if (!caller) stream?.end()
          else
            for (const change of moduleChanges)
              if (canObserve(options.registry, caller, change.module)) stream?.send('change', change)
        })
        .catch((error: unknown) => {
          slot.release()
          throw error
        })
      stream = startEventStream(reply, () => {
        stop()
        slot.release()
      })
      slot.attach(stream)
      return reply
    },
  )
}

/**
 * True for a module whose changes the caller may observe. Where callers see only their own rows, events would reveal writes of
 * others.
 */
function canObserve(registry: Registry, caller: Caller, name: string): boolean {
  const module = registry.find(name)
  if (!module || isPersonal(findModulePermission(caller, module))) return false
  return canUseModule(registry)(caller, name, 'list') === true
}

/** The right to open one stream. */
interface StreamSlot {
  /** Adds the stream that was opened, so that it ends before the server closes. */
  attach(stream: EventStream): void
  /** Allows another stream; called once, when this one has ended or was not opened. */
  release(): void
}

/** Limits the number of open streams. Ends them before the server closes, which would otherwise wait for them. */
function createStreamLimiter(app: FastifyInstance): { take(signInId: string, userId: string): StreamSlot } {
  /** Number of open streams by sign-in and by user. */
  const counts = new Map<string, number>()
  const changeCount = (name: string, step: number): void => {
    const count = (counts.get(name) ?? 0) + step
    if (count > 0) counts.set(name, count)
    else counts.delete(name)
  }
  const openStreams = new Set<EventStream>()
  let streamCount = 0
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of openStreams) stream.end()
  })
  return {
    /** @throws HttpError `rate.limited`, `server.busy` */
    take: (signInId, userId) => {
      if (isClosing || streamCount >= maxStreams) throw createHttpError('server.busy', { retryAfterSeconds })
      const [signInKey, userKey] = [`sign-in ${signInId}`, `person ${userId}`]
      const isFull =
        (counts.get(signInKey) ?? 0) >= maxStreamsPerSignIn || (counts.get(userKey) ?? 0) >= maxStreamsPerUser
      if (isFull) throw createHttpError('rate.limited', { retryAfterSeconds })
      for (const name of [signInKey, userKey]) changeCount(name, 1)
      streamCount += 1
      let attachedStream: EventStream | undefined
      return {
        attach: (stream) => {
          attachedStream = stream
          openStreams.add(stream)
          if (isClosing) stream.end()
        },
        release: () => {
          if (attachedStream) openStreams.delete(attachedStream)
          for (const name of [signInKey, userKey]) changeCount(name, -1)
          streamCount -= 1
        },
      }
    },
  }
}
