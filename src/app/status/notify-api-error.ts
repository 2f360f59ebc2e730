import { ApiError, NetworkError } from '#platform/api.ts'

/**
 * Shows the notice of a failed call. The texts and the notices come in when first needed; where even
 * they cannot be loaded, the screen's own error state has to do.
 */
export function notifyApiError(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof NetworkError)) return
  void showLazily(error)
}

async function showLazily(error: ApiError | NetworkError): Promise<void> {
  try {
    const { showStatusNotice } = await import('./status-notice.ts')
    showStatusNotice(error)
  } catch {
    // Offline before the notices were ever loaded: the strip and the screen's error state say it.
  }
}
