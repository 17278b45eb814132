export { nearestName } from "../nearest-name.ts";
