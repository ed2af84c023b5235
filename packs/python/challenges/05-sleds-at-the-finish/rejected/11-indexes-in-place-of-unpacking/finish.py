def ranking(results):
    ordered = sorted(results, key=lambda sled: sled[1])
    return [f"{sled[0]}: {sled[1]} min" for sled in ordered]
