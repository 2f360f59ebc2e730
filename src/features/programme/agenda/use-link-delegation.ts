import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'

/**
 * Returns one click handler for all links of a list. Hundreds of router links would each subscribe to the router, which
 * costs more than the list itself.
 */
export function useLinkDelegation(): (event: MouseEvent) => void {
  const router = useRouter()
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const href = link?.getAttribute('href')
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!href?.startsWith('/') || !plain || event.defaultPrevented) return
      event.preventDefault()
      router.history.push(href)
    },
    [router],
  )
}
