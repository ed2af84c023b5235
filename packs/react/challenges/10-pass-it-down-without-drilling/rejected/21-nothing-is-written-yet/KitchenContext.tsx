// Create the context, the provider KitchenProvider and the hook useKitchen here.
