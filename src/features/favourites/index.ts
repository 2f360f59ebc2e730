export { favourites, useAreFavouritesKept, useFavourites, useIsFavourite } from './device-favourites.ts'
export { StarButton } from './StarButton.tsx'
