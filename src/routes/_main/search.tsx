import { createFileRoute } from '@tanstack/react-router'
import { SearchScreen, parseSearchAddress } from '#features/search'

export const Route = createFileRoute('/_main/search')({
  validateSearch: parseSearchAddress,
  component: SearchScreen,
})
