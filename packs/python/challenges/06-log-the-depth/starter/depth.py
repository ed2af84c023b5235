def parse_depth(text):
    # Turn the text into a number here; refuse a negative one.
    return text


# Write depth_or here.
