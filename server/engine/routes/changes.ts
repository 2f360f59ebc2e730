import type { FastifyInstance } from 'fastify'
import type { Caller, UserCaller } from '#server/http/caller.ts'
import { startEventStream, requireEventStream, type EventStream } from '#server/http/event-stream.ts'
import { createHttpError } from '#server/errors.ts'
import { isPersonal, canUseModule } from '../query/access.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Registry } from '../schema/registry.ts'
import { findModulePermission } from '../schema/visible-fields.ts'

/** Open windows of one person in one browser; beyond them each further one would take another's connection. */
const streamsOfSignIn = 3
/** Of one person over all their sign-ins: a desk, a tablet and what was left open elsewhere. */
const streamsOfPerson = 6
/** A stream takes some 30 kB; the consoles of a forum are some dozens. */
const streamsOfProcess = 500
/** After that a window may have been closed. */
const retryAfterSeconds = 30

/** What the stream works with. */
export interface ChangesOptions {
  registry: Registry
  changes: ChangeFeed
  /** The sign-in of a token, watched without being used. */
  watchSignIn: (
    authorization: string,
  ) => { id: string; findCaller(): Promise<UserCaller | undefined> } | undefined
}

/** `GET /front/changes`: tells who listens which modules changed, of those whose lists are the same for all who see them. */
export async function changesRoutes(app: FastifyInstance, options: ChangesOptions): Promise<void> {
  const { changes, watchSignIn } = options
  const places = keepPlaces(app)
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
      const place = places.take(signIn.id, caller.kind === 'user' ? caller.id : '')
      let stream: EventStream | undefined
      const stop = await changes
        .listen(async (news) => {
          if (news.length === 0) stream?.beat()
          // Read anew each time: a right that was taken away is gone here too.
          const caller = await signIn.findCaller()
          if (!caller) stream?.end()
          else
            for (const change of news)
              if (mayHear(options.registry, caller, change.module)) stream?.send('change', change)
        })
        .catch((error: unknown) => {
          place.leave()
          throw error
        })
      stream = startEventStream(reply, () => {
        stop()
        place.leave()
      })
      place.hold(stream)
      return reply
    },
  )
}

/** How often others write rows of a module in which a person sees their own alone is not for them to know. */
function mayHear(registry: Registry, caller: Caller, name: string): boolean {
  const module = registry.find(name)
  if (!module || isPersonal(findModulePermission(caller, module))) return false
  return canUseModule(registry)(caller, name, 'list') === true
}

interface Place {
  hold(stream: EventStream): void
  leave(): void
}

/** Counts streams; at the server's end they end first, or it would wait for them. */
function keepPlaces(app: FastifyInstance): { take(signInId: string, personId: string): Place } {
  const counts = new Map<string, number>()
  const add = (name: string, step: number): void => {
    const count = (counts.get(name) ?? 0) + step
    if (count > 0) counts.set(name, count)
    else counts.delete(name)
  }
  const open = new Set<EventStream>()
  let taken = 0
  let isOver = false
  app.addHook('preClose', async () => {
    isOver = true
    for (const stream of open) stream.end()
  })
  return {
    take: (signInId, personId) => {
      if (isOver || taken >= streamsOfProcess) throw createHttpError('server.busy', { retryAfterSeconds })
      const [signIn, person] = [`sign-in ${signInId}`, `person ${personId}`]
      const isFull =
        (counts.get(signIn) ?? 0) >= streamsOfSignIn || (counts.get(person) ?? 0) >= streamsOfPerson
      if (isFull) throw createHttpError('rate.limited', { retryAfterSeconds })
      for (const name of [signIn, person]) add(name, 1)
      taken += 1
      let held: EventStream | undefined
      return {
        hold: (stream) => {
          held = stream
          open.add(stream)
          if (isOver) stream.end()
        },
        leave: () => {
          if (held) open.delete(held)
          for (const name of [signIn, person]) add(name, -1)
          taken -= 1
        },
      }
    },
  }
}
