import { setTimeout as wait } from 'node:timers/promises'

/**
 * Calls as clients do: a process that had no time for a second, because a test worked in it, turns calls away, and they
 * come again.
 * @param isPatient comes again too while no connection of the database is free
 */
export async function fetchServed(url: string, init?: RequestInit, isPatient = false): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init)
    if (answer.status !== 503 || !answer.headers.has('retry-after')) return answer
    // No answer to HEAD has a text, and no page a key. `unavailable` is a database whose connections are all taken.
    const again = isPatient ? /^$|^<!doctype|"server\.(?:busy|unavailable)"/ : /^$|^<!doctype|"server\.busy"/
    if (!again.test(await answer.clone().text())) return answer
    await wait(200)
  }
}
