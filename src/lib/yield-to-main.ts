/** Goes on in a task of its own: what somebody does meanwhile, a scroll or a tap, comes between. */
export async function yieldToMain(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve))
}
