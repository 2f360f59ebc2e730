/** Resolves in a new task, so that the browser can handle input in between. */
export async function yieldToMain(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve))
}
