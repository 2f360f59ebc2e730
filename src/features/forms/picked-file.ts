/** A file that was chosen and lies on this device only. */
export interface PickedFile {
  file: Blob
  name: string
}

/** True for the value of a field whose file was chosen here, and is none of the server's yet. */
export function isPicked(value: unknown): value is PickedFile {
  return typeof value === 'object' && value !== null && 'file' in value && value.file instanceof Blob
}
