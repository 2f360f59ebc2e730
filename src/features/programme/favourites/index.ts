export {
  deviceFavourites,
  favourites,
  createModuleFavourites,
  createDeviceMarkStore,
  waitUntilStarsAreRead,
  useAreFavouritesStored,
  useFavourites,
  useIsFavourite,
} from './device-favourites.ts'
export { findAccountFavourites, subscribeToAccountFavourites } from './account-favourites.ts'
export { type MarkChange, type MarkedItem, type AccountMarkStore } from './account-marks.ts'
export { Star } from './Star.tsx'
export { StarButton } from './StarButton.tsx'
