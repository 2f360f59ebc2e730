import { setTimeout as wait } from 'node:timers/promises'

/**
 * Retries a request as clients do: a process that had no time for a second, because a test ran in it, rejects
 * requests.
 * @param isPatient retries also while no database connection is free
 */
export async function fetchServed(url: string, init?: RequestInit, isPatient = false): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init)
    if (answer.status !== 503 || !answer.headers.has('retry-after')) return answer
    // A response to HEAD has no text, and a page has no key. `unavailable` means that all database connections are
    // taken.
    const again = isPatient ? /^$|^<!doctype|"server\.(?:busy|unavailable)"/ : /^$|^<!doctype|"server\.busy"/
    if (!again.test(await answer.clone().text())) return answer
    await wait(200)
  }
}
