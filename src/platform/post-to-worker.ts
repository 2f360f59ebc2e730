/** Sends a message to the service worker once it is active. Does nothing where there can be none. */
export async function postToWorker(message: { type: string; addresses?: readonly string[] }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
  active?.postMessage(message)
}
