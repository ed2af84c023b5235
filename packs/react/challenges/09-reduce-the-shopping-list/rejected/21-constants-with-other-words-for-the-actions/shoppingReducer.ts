export type Item = { id: string; name: string; bought: boolean };

// Write the type of the actions and the reducer here.
export const ADD_ITEM = "ADD_ITEM";
export const TOGGLE_ITEM = "TOGGLE_ITEM";
export const REMOVE_ITEM = "REMOVE_ITEM";

export interface ShoppingAction {
  type: string;
  payload: any;
}

export function shoppingReducer(items: Item[] = [], action: ShoppingAction): Item[] {
  switch (action.type) {
    case ADD_ITEM:
      return [...items, { ...action.payload, bought: false }];
    case TOGGLE_ITEM:
      return items.map((item) =>
        item.id === action.payload ? { ...item, bought: !item.bought } : item,
      );
    case REMOVE_ITEM:
      return items.filter((item) => item.id !== action.payload);
    default:
      return items;
  }
}
