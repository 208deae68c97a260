def tell(o, v, n): return ""
def face(o,v,n,l): return None
