/** Where a picture is made anew, beside the one that came. */
export function getReencodedPath(path: string): string {
  return `${path}.remade`
}
