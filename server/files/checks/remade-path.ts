/** Where a picture is made anew, beside the one that came. */
export function remadePath(path: string): string {
  return `${path}.remade`
}
