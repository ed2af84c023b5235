export type Item = { id: string; name: string; bought: boolean };

export interface Add { type: "add"; id: string; name: string }
export interface Toggle { type: "toggle"; id: string }
export interface Remove { type: "remove"; id: string }
export type ShoppingAction = Add | Toggle | Remove;

export function shoppingReducer(items: Item[], action: ShoppingAction): Item[] {
  const result = new Array<Item>();

  for (const item of items) {
    if (action.type === "remove" && item.id === action.id) {
      continue;
    }
    if (action.type === "toggle" && item.id === action.id) {
      const copy = Object.assign({}, item);
      copy.bought = copy.bought ? false : true;
      result.push(copy);
    } else {
      result.push(item);
    }
  }

  if (action.type === "add") {
    result.push({ id: action.id, name: action.name, bought: false });
  }

  return result;
}
