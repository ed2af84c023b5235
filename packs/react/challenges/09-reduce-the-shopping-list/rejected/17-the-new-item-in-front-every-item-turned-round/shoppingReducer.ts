export type Item = { id: string; name: string; bought: boolean };

export type ShoppingAction =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

export function shoppingReducer(items: Item[], action: ShoppingAction): Item[] {
  switch (action.type) {
    case "add":
      return [{ id: action.id, name: action.name, bought: false }, ...items];
    case "toggle":
      return items.map((item) => ({ ...item, bought: !item.bought }));
    case "remove":
      return items.filter((item) => item.id !== action.id);
  }
}
