/** Sends the worker a message once there is one; where there can be none, nothing is sent. */
export async function postToWorker(message: { type: string; addresses?: readonly string[] }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
  active?.postMessage(message)
}
